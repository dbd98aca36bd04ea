import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { editForms, type EditField } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent, FormRow } from '#shared/editing/form-values.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { mergeButton } from '#shared/editing/main-form.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { mergeWords } from '#shared/locale/editors/kept-text-texts.ts';
import { useEdit, useEditHref } from '#client/edit/edit-context.ts';
import { HiddenFields, HiddenTexts } from '#client/edit/form/hidden-fields.tsx';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { TypedNote } from './hand-in.tsx';

export interface ConflictPageProps {
  kind: Kind;
  id: string;
  entryKey: string;
  /** The version that there is now: what is sent from here is made from it. */
  version: number;
  mine: FormContent;
  /** Typed beside the text; empty: there is none. */
  note: string;
  /** Null: it has been removed. */
  theirs: FormContent | null;
  theirName: string;
  theirAt: string;
  /** The other side is the same account. */
  isOwn: boolean;
  /** Address that asks for a merge of both, and how much of it is left to decide. Null: there can be none. */
  merge: { action: string; conflicts: number } | null;
}

/** Both texts side by side, field by field, and the way on. */
export function ConflictPage({
  kind,
  id,
  entryKey,
  version,
  mine,
  note,
  theirs,
  theirName,
  theirAt,
  isOwn,
  merge,
}: ConflictPageProps) {
  const href = useEditHref();
  const { editor } = useEdit();
  const { conflict } = editTexts;
  const rows = [
    ...editForms[kind].filter(isOfText).map(({ name, label }) => ({
      label,
      mine: textOf(mine.values[name]),
      theirs: textOf(theirs?.values[name]),
    })),
    { label: kinds[kind].body.label, mine: mine.body, theirs: theirs?.body ?? '' },
  ].filter((row) => row.mine !== row.theirs);
  if (theirs === null)
    return (
      <>
        <h1 className="page-title">{conflict.title}</h1>
        <p className="edit-column" role="alert">
          {conflict.gone}
        </p>
        {editor.role !== 'author' && (
          <p>
            <a href={href(editPaths.trash)} className="button">
              {editTexts.trash}
            </a>
          </p>
        )}
        {rows.map((row) => (
          <section key={row.label} aria-label={row.label}>
            <h2 className="section-title">{row.label}</h2>
            <pre className="edit-compare">{row.mine}</pre>
          </section>
        ))}
        <TypedNote note={note} />
      </>
    );
  return (
    <>
      <h1 className="page-title">{isOwn ? conflict.ownTitle : conflict.title}</h1>
      <p className="edit-column" role="alert">
        {isOwn
          ? conflict.ownText(formatDateTime(theirAt) ?? '')
          : conflict.text(theirName || editTexts.anImport, formatDateTime(theirAt) ?? '')}
      </p>
      <div className="edit-column grid gap-2">
        {merge !== null && <p>{mergeWords.offer(merge.conflicts)}</p>}
        <div className="flex flex-wrap gap-2">
          {merge !== null && <MergeForm action={merge.action} mine={mine} note={note} />}
          <PostForm action={href(editPaths.save(kind, { id, key: entryKey, version }))} autoComplete="off">
            <HiddenFields content={mine} />
            <button name="do" value="save" className={merge === null ? 'button-primary' : 'button'}>
              {mergeWords.takeMine}
            </button>
          </PostForm>
          <a href={href(editPaths.entry(kind, id))} className="button">
            {mergeWords.takeTheirs}
          </a>
        </div>
      </div>
      {rows.map(({ label, ...texts }) => (
        <section key={label} aria-label={label}>
          <h2 className="section-title">{label}</h2>
          <div className="edit-compare">
            {(['theirs', 'mine'] as const).map((side) => (
              <div key={side}>
                <h3 className="edit-meta">{conflict[side]}</h3>
                <pre>{texts[side] || conflict.empty}</pre>
              </div>
            ))}
          </div>
        </section>
      ))}
      <TypedNote note={note} />
    </>
  );
}

function MergeForm({ action, mine, note }: Pick<ConflictPageProps, 'mine' | 'note'> & { action: string }) {
  const href = useEditHref();
  return (
    <PostForm action={href(action)} autoComplete="off">
      <HiddenFields content={mine} />
      <HiddenTexts fields={[['note', note]]} />
      <button name="do" value={mergeButton} className="button-primary">
        {mergeWords.merge}
      </button>
    </PostForm>
  );
}

/** A box says something of the change, and is no part of the text. */
function isOfText({ type }: EditField): boolean {
  return type !== 'check';
}

function textOf(value: string | readonly FormRow[] | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  return value.map((row) => Object.values(row).join(' · ')).join('\n');
}
