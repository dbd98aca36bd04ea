import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { EntryNotes, type EntryNote } from '../table/written-page.tsx';

const texts = tableTexts.many;

export interface ManyPageProps {
  kind: Kind;
  title: string;
  /** Its other effects; empty: none. */
  text: string;
  /** Name of the change and its value; to be sent again. */
  change: { does: string; value: string };
  /** Entries that change, each with its present value in words. */
  changing: readonly (EntryNote & { version: number })[];
  /** Number of those that have the value already. */
  same: number;
  leftOut: readonly EntryNote[];
  /** Query of the list, with what was typed in its form. */
  back: string;
}

/** Says what one press will change, before it does. */
export function ManyPage({ kind, title, text, change, changing, same, leftOut, back }: ManyPageProps) {
  const href = useEditHref();
  const list = editPaths.list(kind) + (back && `?${back}`);
  return (
    <>
      <h1 className="page-title">{title}</h1>
      {text !== '' && <p>{text}</p>}
      {same > 0 && <p>{texts.same(same)}</p>}
      {leftOut.length > 0 && (
        <section aria-labelledby="left-out" className="grid gap-2">
          <h2 id="left-out" className="section-title">
            {texts.leftOut(leftOut.length)}
          </h2>
          <EntryNotes kind={kind} notes={leftOut} />
        </section>
      )}
      {changing.length === 0 ? (
        <>
          <p>{texts.nothingToDo}</p>
          <form action={href(editPaths.list(kind))}>
            {Array.from(new URLSearchParams(back), ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button className="button">{texts.back}</button>
          </form>
        </>
      ) : (
        <>
          <section aria-labelledby="changing" className="grid gap-2">
            <h2 id="changing" className="section-title">
              {texts.willChange(changing.length)}
            </h2>
            <EntryNotes kind={kind} notes={changing} />
          </section>
          <ConfirmForm
            action={editPaths.many(kind)}
            buttons={[['change', texts.confirm(changing.length)]]}
            cancel={list}
          >
            <input type="hidden" name="field" value={change.does} />
            <input type="hidden" name="value" value={change.value} />
            <input type="hidden" name="back" value={back} />
            {changing.map(({ id, version }) => (
              <input key={id} type="hidden" name="chosen" value={`${version} ${id}`} />
            ))}
          </ConfirmForm>
        </>
      )}
    </>
  );
}
