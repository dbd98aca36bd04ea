import { SiteSettingsPage } from '#client/edit/pages/site-settings-page.tsx';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import type { NoticeText } from '#client/edit/notice.tsx';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import type { EditTools } from '#server/features/editing/entries/change-entry.ts';
import { findFeaturedGone, openSite } from '#server/features/editing/site/save-site.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { findChoices } from '../entries/find-choices.ts';
import { noProblems } from '../entries/problem-texts.ts';

interface ShownSite {
  version: number;
  content: FormContent;
  mark?: string;
  problems?: FormProblems;
  conflict?: 'own' | 'others';
  notice?: NoticeText | null;
  /** The settings of the form are a draft. */
  isDraft?: boolean;
}

/** Answers with the settings of the site: as stored, as typed, or as somebody else has left them. */
export function siteSender(responder: EditResponder, tools: EditTools) {
  return async function sendSite(edit: EditRequest, shown: ShownSite, statusCode = 200): Promise<void> {
    const { version, content, mark = '', problems = noProblems, notice = null, isDraft = false } = shown;
    const page = (
      <SiteSettingsPage
        {...{ version, mark, content, problems, notice, isDraft }}
        conflict={shown.conflict}
        choices={await findChoices({ reader: responder.reader(), editor: edit.editor }, 'site', content)}
        featuredGone={await findFeaturedGone(tools.db.read, (await openSite(tools.db)).settings)}
      />
    );
    responder.send({ title: editTexts.site, content: page, statusCode, hasMainForm: true }, edit);
  };
}
