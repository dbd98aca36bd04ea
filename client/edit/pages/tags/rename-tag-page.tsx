import { editPaths } from '#shared/editing/edit-paths.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { EntryHeader } from '#client/edit/entry-header.tsx';

const texts = deskTexts.tags;

export interface RenameTagPageProps {
  tag: string;
  /** New name as it was typed. */
  to: string;
  /** Mark of the untouched form. */
  mark: string;
  problem: string | null;
  /** Effect of the next press; null: it has not been asked for yet. */
  effect: { count: number; merged: number } | null;
}

/** Asks for another name of a tag, and says what it will change before it does. */
export function RenameTagPage({ tag, to, mark, problem, effect }: RenameTagPageProps) {
  const isMerge = effect !== null && effect.merged > 0;
  return (
    <>
      <EntryHeader back={{ to: editPaths.tags, label: texts.title }} title={texts.renameTitle(tag)} />
      {effect !== null && (
        <div className="edit-column grid gap-2">
          <p>{texts.willRename(tag, to, effect.count)}</p>
          {isMerge && <p>{texts.willMerge(to, effect.merged)}</p>}
        </div>
      )}
      <ConfirmForm
        action={editPaths.renameTag()}
        main={{ does: effect === null ? 'check' : 'rename', mark }}
        buttons={[
          effect === null
            ? ['check', texts.check]
            : ['rename', isMerge ? texts.confirmMerge : texts.confirmRename],
        ]}
        cancel={editPaths.tags}
      >
        <input type="hidden" name="tag" value={tag} />
        {effect === null ? (
          <div className="edit-field">
            <label htmlFor="f-to">{texts.to}</label>
            <input
              id="f-to"
              name="to"
              className="field"
              defaultValue={to}
              autoComplete="off"
              aria-describedby={problem === null ? 'to-rule' : 'to-problem to-rule'}
              aria-invalid={problem !== null || undefined}
            />
            {problem !== null && (
              <p id="to-problem" className="field-problem" role="alert">
                {problem}
              </p>
            )}
            <p id="to-rule" className="field-rule">
              {texts.toRule}
            </p>
          </div>
        ) : (
          <input type="hidden" name="to" value={to} />
        )}
      </ConfirmForm>
    </>
  );
}
