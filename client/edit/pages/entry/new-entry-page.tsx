import { kinds } from '#shared/kinds/kinds.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import type { ReactNode } from 'react';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { AutosaveOffers, type OfferedAutosave } from '#client/edit/autosave-offers.tsx';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import type { Choices } from '#client/edit/form/choices.ts';
import { EntryForm } from '#client/edit/form/entry-form.tsx';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import { ProblemNotice } from '#client/edit/notice.tsx';
import { EntryActions } from './entry-page.tsx';

export interface NewEntryPageProps {
  kind: Kind;
  /** Key of the future entry. */
  entryKey: string;
  id: string;
  mark: string;
  content: FormContent;
  choices: Choices;
  problems: FormProblems;
  /** The address is an old one of another entry: the form asks whether to take it over. */
  asksToTakeOver: boolean;
  autosaves: readonly OfferedAutosave[];
  /** ISO 8601 in UTC. */
  now: string;
}

/** Form of a new entry, which also has a field for its id. */
export function NewEntryPage({
  kind,
  entryKey,
  id,
  mark,
  content,
  choices,
  problems,
  asksToTakeOver,
  autosaves,
  now,
}: NewEntryPageProps) {
  const problem = problems.fields.get('id');
  const idField: ReactNode = (
    <div className="edit-field">
      <label htmlFor="f-id">
        {editTexts.form.id}
        <span className="edit-meta">{editTexts.form.optional}</span>
      </label>
      <input
        id="f-id"
        name="id"
        className="field"
        defaultValue={id}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        data-title={`f-${kinds[kind].title}`}
        aria-describedby={problem === undefined ? 'f-id-rule' : 'f-id-problem f-id-rule'}
        aria-invalid={problem !== undefined || undefined}
      />
      {problem !== undefined && (
        <p id="f-id-problem" className="field-problem">
          {problem}
        </p>
      )}
      <p id="f-id-rule" className="field-rule">
        {editTexts.form.idRule}
      </p>
      {asksToTakeOver && (
        <label className="row-link">
          <input type="checkbox" name="take-over" value="on" />
          {editTexts.rename.takeOver}
        </label>
      )}
    </div>
  );
  return (
    <>
      <EntryHeader
        back={{ to: editPaths.list(kind), label: kindPages[kind].label }}
        title={kinds[kind].newTitle}
      />
      <ProblemNotice problems={problems} title={editTexts.form.saveProblems} />
      <AutosaveOffers kind={kind} autosaves={autosaves} />
      <EntryForm
        kind={kind}
        action={editPaths.create(kind, entryKey)}
        mark={mark}
        content={content}
        choices={choices}
        problems={problems}
        before={idField}
        actions={<EntryActions isVisible={false} {...{ content, now }} />}
      />
    </>
  );
}
