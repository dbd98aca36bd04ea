import type { ComponentProps } from 'react';
import { kinds } from '#shared/kinds/kinds.ts';
import { kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { ShownPlan } from '#shared/editing/plan/plans.ts';
import { entryPath } from '#shared/address/paths.ts';
import { formatDateTime, toZonedIso } from '#shared/locale/dates.ts';
import { previewTexts } from '#shared/locale/editors/preview-texts.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { mainFormId, previewTimeField } from '#shared/editing/main-form.ts';
import { AutosaveOffers, type OfferedAutosave } from '#client/edit/autosave-offers.tsx';
import { useEdit } from '#client/edit/edit-context.ts';
import { EntryHeader } from '#client/edit/entry-header.tsx';
import { LeaveLink } from '#client/edit/leave-link.tsx';
import type { Choices } from '#client/edit/form/choices.ts';
import { EntryForm } from '#client/edit/form/entry-form.tsx';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import { EndSection } from '#client/edit/plan/end-section.tsx';
import { PlanNotices } from '#client/edit/plan/plan-notices.tsx';
import { PublishButton } from '#client/edit/plan/publish-button.tsx';
import { Notice, ProblemNotice, type NoticeText } from '#client/edit/notice.tsx';
import { HandedInNotice, HandInPart, type HandedInText } from './hand-in.tsx';

export interface EntryPageProps {
  kind: Kind;
  id: string;
  entryKey: string;
  title: string;
  version: number;
  /** `never`: no visitor has seen it. */
  state: 'never' | 'draft' | 'published' | 'changed' | 'archived';
  /** When it will be seen, in ISO 8601; null when that is not in the future. */
  dueAt: string | null;
  draft: { savedBy: string; savedAt: string; isOutdated: boolean } | null;
  /** Null: it was not handed in. */
  handedIn: HandedInText | null;
  /** Site path of the visitors' page; null when they have none. */
  publicPath: string | null;
  content: FormContent;
  /** Mark of the stored content; empty when something else is shown. */
  mark: string;
  /** Labels of the fields in which the draft differs from the published version. */
  draftChanges: readonly string[];
  choices: Choices;
  problems: FormProblems;
  /** The text with these problems is kept as a draft. */
  isKept?: boolean;
  /** Sentences about things that look forgotten in the text that was just stored. */
  warnings?: readonly string[];
  notice: NoticeText | null;
  autosaves: readonly OfferedAutosave[];
  plans: readonly ShownPlan[];
  /** Time of the page's end, as it was typed. */
  typedEnd: string;
  /** Note that goes along with handing in or giving back, as it was typed. */
  typedNote: string;
  /** ISO 8601 in UTC. */
  now: string;
}

/** The form of an entry. */
export function EntryPage(props: EntryPageProps) {
  const { kind, id, entryKey, title, version, state, draft, notice, problems, content, now } = props;
  const isVisible = props.publicPath !== null;
  return (
    <>
      <EntryHeader
        back={{ to: editPaths.list(kind), label: kindPages[kind].label }}
        title={title || editTexts.list.untitled}
      >
        <p className="edit-meta mt-2">{stateText(props)}</p>
        {draft && (
          <p className="edit-meta">
            {editTexts.form.savedBy(draft.savedBy, formatDateTime(draft.savedAt) ?? '')}
          </p>
        )}
        <p className="flex flex-wrap gap-x-6">
          {props.publicPath !== null && (
            <LeaveLink to={props.publicPath} className="row-link text-primary">
              {editTexts.form.view}
            </LeaveLink>
          )}
          <LeaveLink to={editPaths.history(kind, id)} className="row-link text-primary">
            {editTexts.form.history}
          </LeaveLink>
        </p>
      </EntryHeader>
      {notice && <Notice {...notice} />}
      <PlanNotices plans={props.plans} />
      {props.handedIn && <HandedInNotice {...props.handedIn} />}
      {props.warnings?.map((warning) => (
        <Notice key={warning} kind="plain" text={warning} />
      ))}
      {draft?.isOutdated && <Notice kind="plain" text={editTexts.form.isOutdated} />}
      <ProblemNotice
        problems={problems}
        isKept={props.isKept}
        {...(problems.fields.has('note') && { title: deskTexts.handIn.notSent })}
      />
      <AutosaveOffers kind={kind} autosaves={props.autosaves} />
      <EntryForm
        kind={kind}
        action={editPaths.save(kind, { id, key: entryKey, version })}
        mark={props.mark}
        content={content}
        choices={props.choices}
        problems={problems}
        isChange={state !== 'never'}
        isVisible={isVisible}
        actions={
          <EntryActions {...{ isVisible, content, now }} done={notice?.kind === 'done' ? notice.text : ''} />
        }
      />
      <HandInPart handedIn={props.handedIn} typed={props.typedNote} />
      <OtherPreviews {...props} />
      <MoreActions {...props} />
    </>
  );
}

function stateText({ state, dueAt }: EntryPageProps): string {
  if (dueAt !== null) return editTexts.form.state.scheduled(formatDateTime(dueAt) ?? '');
  return editTexts.form.state[state];
}

interface EntryActionsProps extends ComponentProps<typeof PublishButton> {
  /** Sentence about the press before: its notice is above what is in sight. */
  done?: string;
}

/** Buttons that store the form. */
export function EntryActions({ done = '', ...publishing }: EntryActionsProps) {
  const { editor } = useEdit();
  return (
    <>
      <button name="do" value="save" className="button">
        {editTexts.form.save}
      </button>
      <button name="do" value="preview" className="button">
        {editTexts.form.preview}
      </button>
      {editor.role !== 'author' && <PublishButton {...publishing} />}
      {done !== '' && (
        <span aria-hidden="true" className="edit-meta">
          {done}
        </span>
      )}
    </>
  );
}

/** Ways to other previews than that of the draft now. */
function OtherPreviews({ kind, id, dueAt }: EntryPageProps) {
  const { editor } = useEdit();
  return (
    <section aria-labelledby="previews" className="edit-column border-t border-line pt-6">
      <h2 id="previews" className="section-title">
        {previewTexts.others}
      </h2>
      <p className="edit-meta">{previewTexts.othersText}</p>
      <div className="edit-field preview-form mt-2">
        <label htmlFor="preview-at">{previewTexts.moment}</label>
        <div>
          <input
            id="preview-at"
            form={mainFormId}
            name={previewTimeField}
            type="datetime-local"
            defaultValue={dueAt === null ? '' : toZonedIso(dueAt).slice(0, 16)}
            className="field"
            autoComplete="off"
            aria-describedby="preview-rule"
          />
          <button form={mainFormId} name="do" value="preview-at" className="button">
            {previewTexts.saveAndShow}
          </button>
        </div>
        <p id="preview-rule" className="field-rule">
          {previewTexts.momentRule}
        </p>
      </div>
      {editor.role !== 'author' && (
        <p>
          <LeaveLink
            to={editPaths.preview('all', 'now', entryPath(kind, id))}
            className="row-link text-primary"
          >
            {previewTexts.withAllDrafts}
          </LeaveLink>
        </p>
      )}
    </section>
  );
}

/** Actions on the entry. The typed fields go along, and become a draft first. */
function MoreActions({ kind, id, state, draft, draftChanges, typedEnd, problems }: EntryPageProps) {
  const { editor } = useEdit();
  const isAuthor = editor.role === 'author';
  const isVisible = (state === 'published' || state === 'changed') && !isAuthor;
  const hasState = kinds[kind].shown !== 'always';
  const mayDiscard = draft !== null && state !== 'never';
  const buttons: [value: string, label: string, isOffered: boolean][] = [
    ['discard', editTexts.form.discard, mayDiscard],
    ['unpublish', editTexts.form.unpublish, isVisible && hasState],
    ['archive', editTexts.form.archive, isVisible && hasState],
    ['duplicate', editTexts.form.duplicate, true],
  ];
  return (
    <section aria-labelledby="more" className="edit-column border-t border-line pt-6">
      <h2 id="more" className="section-title">
        {editTexts.form.more}
      </h2>
      <p className="edit-meta">{editTexts.form.moreText}</p>
      {mayDiscard && (
        <p id="discard-text" className="edit-meta">
          {editTexts.form.discardText(draftChanges)}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {buttons.map(
          ([value, label, isOffered]) =>
            isOffered && (
              <button
                key={value}
                form={mainFormId}
                name="do"
                value={value}
                className="button"
                aria-describedby={value === 'discard' ? 'discard-text' : undefined}
              >
                {label}
              </button>
            ),
        )}
        {!isAuthor && (
          <>
            <LeaveLink to={editPaths.rename(kind, id)} className="row-link text-primary">
              {editTexts.rename.link}
            </LeaveLink>
            <LeaveLink to={editPaths.remove(kind, id)} className="row-link text-primary">
              {editTexts.form.remove}
            </LeaveLink>
          </>
        )}
      </div>
      {isVisible && hasState && <EndSection typed={typedEnd} problems={problems} />}
    </section>
  );
}
