import { Router } from 'express';
import { SiteSettingsPage } from '#client/edit/pages/site-settings-page.tsx';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';
import { siteFieldsFor, siteForm } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import { withSuggestions } from '#server/features/editing/form/suggest-names.ts';
import { findSeveral } from '#server/features/editing/form/find-several.ts';
import { changeRows } from '#server/features/editing/form/change-rows.ts';
import { readForm, withoutEmptyRows } from '#server/features/editing/form/form-to-document.ts';
import type { EditTools } from '#server/features/editing/entries/change-entry.ts';
import {
  findFeaturedGone,
  formToSite,
  openSite,
  saveSite,
  siteToForm,
} from '#server/features/editing/site/save-site.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { isAnsweredBy } from '../entries/act-on-entry.ts';
import { queryOf, versionOf } from '../edit-address.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { pickPage } from '../pick/pick-page.tsx';
import { markOfContent } from '../form-mark.ts';
import { findChoices } from '../entries/find-choices.ts';
import { readNotice } from '../notices.ts';
import { describeSiteProblems, describeTheirs, noProblems } from '../entries/problem-texts.ts';

interface SiteRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: EditTools;
}

/** The settings of the site. */
export function siteRoutes({ gate, responder, tools }: SiteRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.get(
    editPaths.site,
    gate.read(async (edit) => {
      const { entry, settings } = await openSite(tools.db);
      const content = siteToForm(settings);
      const mark = markOfContent(siteFieldsFor(edit.editor.role), content);
      await send(edit, { version: entry?.version ?? 0, content, mark });
    }),
  );

  router.post(
    editPaths.site,
    responder.submit(gate, async (edit, form) => {
      const { entry, settings } = await openSite(tools.db);
      const version = versionOf(edit.request);
      const sent = readForm(siteForm, form);
      const row = valueOf(form, 'row');
      if (row !== '') {
        const picking = await pickPage(responder, edit, form, siteForm);
        if (picking) return responder.send(picking, edit);
        const content = changeRows(siteForm, sent, row);
        const problems = findOversized(siteForm, content);
        const statusCode = problems.length > 0 ? 422 : 200;
        return send(edit, { version, content, problems: describeSiteProblems(problems) }, statusCode);
      }
      const typed = await withPresentIds(tools.db.read, siteForm, withoutEmptyRows(siteForm, sent));
      // A site without settings has them from an import, or from its first start.
      if (entry === null) return responder.hide(edit);
      const oversized = findOversized(siteForm, typed);
      if (oversized.length > 0)
        return send(edit, { version, content: typed, problems: describeSiteProblems(oversized) }, 422);
      const meant = formToSite(typed, settings, edit.editor);
      const result = await saveSite(tools, {
        editor: edit.editor,
        key: entry.key,
        version,
        settings: meant,
        questions: await findSeveral(tools.db.read, siteForm, typed, isAnsweredBy(form)),
      });
      if (result.kind === 'done') return responder.goTo(`${editPaths.site}?done=siteSaved`, edit);
      if (result.kind === 'invalid') {
        const fieldProblems = await withSuggestions(tools.db.read, siteForm, result.problems);
        return send(edit, { version, content: typed, problems: describeSiteProblems(fieldProblems) }, 422);
      }
      if (result.kind === 'conflict') {
        // The typed text stays, with the text that it would overwrite beside it; the next press is deliberate.
        const now = await openSite(tools.db);
        const shown = siteFieldsFor(edit.editor.role);
        const problems = describeTheirs(shown, typed, siteToForm(now.settings));
        const { version: newest } = result.conflict.entry;
        const conflict = result.conflict.isOwn ? 'own' : 'others';
        return send(edit, { version: newest, content: typed, problems, conflict }, 409);
      }
      return responder.hide(edit);
    }),
  );

  interface Shown {
    version: number;
    content: FormContent;
    mark?: string;
    problems?: FormProblems;
    conflict?: 'own' | 'others';
  }

  async function send(
    edit: EditRequest,
    { version, content, mark = '', problems = noProblems, conflict }: Shown,
    statusCode = 200,
  ) {
    const page = (
      <SiteSettingsPage
        version={version}
        mark={mark}
        content={content}
        choices={await findChoices(responder.reader(), 'site', content)}
        problems={problems}
        conflict={conflict}
        featuredGone={await findFeaturedGone(tools.db.read, (await openSite(tools.db)).settings)}
        notice={statusCode === 200 ? readNotice(queryOf(edit.request)) : null}
      />
    );
    responder.send({ title: editTexts.site, content: page, statusCode, hasMainForm: true }, edit);
  }

  return router;
}
