import { siteFieldsFor } from '#shared/editing/edit-forms.ts';
import { editPaths, historyPath } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { useEdit, useEditHref } from '../edit-context.ts';
import { LeaveLink } from '../leave-link.tsx';
import { ChoiceLists } from '../form/field-control.tsx';
import type { Choices } from '../form/choices.ts';
import { FormFields, type FormProblems } from '../form/form-fields.tsx';
import { Notice, ProblemNotice, type NoticeText } from '../notice.tsx';
import { PostForm } from '../form/post-form.tsx';

export interface SiteSettingsPageProps {
  version: number;
  /** Mark of the stored settings; empty when something else is shown. */
  mark: string;
  content: FormContent;
  choices: Choices;
  /** Beside each field what is wrong, or in a conflict what others have made of it. */
  problems: FormProblems;
  /** The side that changed the settings after the form was opened. */
  conflict: 'own' | 'others' | undefined;
  /** Ids of what is featured and has been removed. */
  featuredGone: readonly string[];
  notice: NoticeText | null;
  /** The form shows a draft: it can be thrown away. */
  isDraft: boolean;
}

/** The settings of the site. Editors see those that they may change. */
export function SiteSettingsPage({
  version,
  mark,
  content,
  choices,
  problems,
  conflict,
  featuredGone,
  notice,
  isDraft,
}: SiteSettingsPageProps) {
  const href = useEditHref();
  const { editor } = useEdit();
  const fields = siteFieldsFor(editor.role);
  return (
    <>
      <header>
        <h1 className="page-title">{editTexts.site}</h1>
        <p>
          <LeaveLink to={historyPath(editPaths.site)} className="row-link text-primary">
            {editTexts.form.history}
          </LeaveLink>
        </p>
      </header>
      {notice && <Notice {...notice} />}
      {featuredGone.length > 0 && (
        <Notice kind="plain" text={editTexts.siteForm.featuredGone(featuredGone)} />
      )}
      {conflict && problems.fields.size === 0 && (
        <Notice kind="problem" text={editTexts.siteForm.conflict[conflict]} />
      )}
      <ProblemNotice
        problems={problems}
        title={conflict ? editTexts.siteForm.conflict[conflict] : editTexts.form.saveProblems}
      />
      <PostForm
        main={{ does: 'save', mark }}
        action={href(`${editPaths.site}?version=${version}`)}
        noValidate
        autoComplete="off"
        className="edit-column grid gap-6"
      >
        <FormFields fields={fields} values={content.values} choices={choices} problems={problems} />
        <ChoiceLists choices={choices} />
        <div className="edit-actions">
          {isDraft && (
            <button name="do" value="discard" className="button">
              {deskTexts.site.discard}
            </button>
          )}
          <button name="do" value="preview" className="button">
            {deskTexts.site.preview}
          </button>
          <button name="do" value="save" className="button-primary">
            {editTexts.siteForm.save}
          </button>
        </div>
      </PostForm>
    </>
  );
}
