import type { Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { ConfirmForm } from '#client/edit/form/confirm-form.tsx';
import { EntryTitle } from '#client/edit/entry-title.tsx';

export interface RenamePageProps {
  kind: Kind;
  /** The id that it has. */
  id: string;
  title: string;
  entryKey: string;
  version: number;
  /** Mark of the untouched form. */
  mark: string;
  /** The id that it is to have, as it was typed. */
  typed: string;
  problem: string | null;
  /** The address is an old one of something else: whether it may be taken is asked. */
  asksToTakeOver: boolean;
}

/** Asks for another id. */
export function RenamePage({
  kind,
  id,
  entryKey,
  title,
  version,
  mark,
  typed,
  problem,
  asksToTakeOver,
}: RenamePageProps) {
  return (
    <>
      <EntryTitle text={editTexts.rename.title(title || id)} />
      <p className="edit-column">{editTexts.rename.text}</p>
      <ConfirmForm
        main={{ does: 'rename', mark }}
        action={editPaths.save(kind, { id, key: entryKey, version })}
        buttons={[['rename', editTexts.rename.confirm]]}
        cancel={editPaths.entry(kind, id)}
      >
        <div className="edit-field">
          <label htmlFor="f-id">{editTexts.rename.id}</label>
          <input
            id="f-id"
            name="id"
            className="field"
            defaultValue={typed}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={problem === null ? undefined : 'f-id-problem'}
            aria-invalid={problem !== null || undefined}
          />
          {problem !== null && (
            <p id="f-id-problem" className="field-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
        {asksToTakeOver && (
          <label className="row-link">
            <input type="checkbox" name="take-over" value="on" />
            {editTexts.rename.takeOver}
          </label>
        )}
      </ConfirmForm>
    </>
  );
}
