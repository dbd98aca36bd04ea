import { Router } from 'express';
import { siteFieldsFor, siteForm } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { deskTexts } from '#shared/locale/editors/desk/desk-texts.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import { withSuggestions } from '#server/features/editing/form/suggest-names.ts';
import { findSeveral } from '#server/features/editing/form/find-several.ts';
import { changeRows } from '#server/features/editing/form/change-rows.ts';
import { readForm, withoutEmptyRows } from '#server/features/editing/form/form-to-document.ts';
import type { ChangeResult, EditTools } from '#server/features/editing/entries/change-entry.ts';
import { openSite, saveSite } from '#server/features/editing/site/save-site.ts';
import { formToSite, siteToForm } from '#server/features/editing/site/site-form.ts';
import { discardSiteDraft, findSiteDraft, saveSiteDraft } from '#server/features/editing/site/site-draft.ts';
import { settingsIn } from '#server/content/site-settings.ts';
import { findRevision } from '#server/content/history/revisions.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { isAnsweredBy } from '../entries/act-on-entry.ts';
import { numberIn, queryOf, versionOf } from '../edit-address.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { pickPage } from '../pick/pick-page.tsx';
import { markOfContent } from '../form-mark.ts';
import { readNotice } from '../notices.ts';
import { describeSiteProblems, describeTheirs } from '../entries/problem-texts.ts';
import { siteSender } from './send-site.tsx';

interface SiteRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: EditTools;
}

/** The settings of the site. */
export function siteRoutes({ gate, responder, tools }: SiteRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const sendSite = siteSender(responder, tools);

  router.get(editPaths.site, gate.read(show));

  async function show(edit: EditRequest): Promise<void> {
    const { entry, settings } = await openSite(tools.db);
    const query = queryOf(edit.request);
    const version = entry?.version ?? 0;
    const seq = numberIn(query.get('from'));
    const former = entry && seq !== null && (await findRevision(tools.db.read, entry.key, seq));
    if (former) {
      const text = deskTexts.site.former(formatDateTime(former.at) ?? '');
      const content = siteToForm(settingsIn(former.document));
      return sendSite(edit, { version, content, notice: { kind: 'plain', text } });
    }
    const fields = siteFieldsFor(edit.editor.role);
    const markOf = (values: SiteSettings) => markOfContent(fields, siteToForm(values));
    const stored = await findSiteDraft(tools.db.read);
    // An admin saves or throws away a draft of fields that this form does not have.
    const draft = stored && markOf(stored.settings) !== markOf(settings) ? stored : null;
    const shown = draft?.settings ?? settings;
    const [content, mark] = [siteToForm(shown), markOf(shown)];
    const { draft: drafted, outdated } = deskTexts.site;
    const ofDraft =
      draft &&
      drafted(draft.savedBy, formatDateTime(draft.savedAt) ?? '') + (draft.isOutdated ? outdated : '');
    const notice =
      readNotice(query) ?? (ofDraft === null ? null : ({ kind: 'plain', text: ofDraft } as const));
    return sendSite(edit, { version, content, mark, notice, isDraft: draft !== null });
  }

  router.post(
    editPaths.site,
    responder.submit(gate, async (edit, form) => {
      const { entry } = await openSite(tools.db);
      const version = versionOf(edit.request);
      const sent = readForm(siteForm, form);
      const row = valueOf(form, 'row');
      if (row !== '') {
        const picking = await pickPage(responder, edit, form, siteForm);
        if (picking) return responder.send(picking, edit);
        const content = changeRows(siteForm, sent, row);
        const problems = findOversized(siteForm, content);
        const statusCode = problems.length > 0 ? 422 : 200;
        return sendSite(edit, { version, content, problems: describeSiteProblems(problems) }, statusCode);
      }
      const typed = await withPresentIds(tools.db.read, siteForm, withoutEmptyRows(siteForm, sent));
      // A site without settings has them from an import, or from its first start.
      if (entry === null) return responder.hide(edit);
      const oversized = findOversized(siteForm, typed);
      if (oversized.length > 0)
        return sendSite(edit, { version, content: typed, problems: describeSiteProblems(oversized) }, 422);
      const result = await actOnSite(tools, { edit, form, key: entry.key, typed });
      return answer(edit, { result, typed, key: entry.key, does: valueOf(form, 'do') });
    }),
  );

  interface Acted {
    result: ChangeResult;
    typed: FormContent;
    key: string;
    does: string;
  }

  async function answer(edit: EditRequest, { result, typed, key, does }: Acted): Promise<void> {
    if (result.kind === 'done') {
      const done = does === 'discard' ? 'discardedSite' : 'siteSaved';
      const path = does === 'preview' ? editPaths.preview(key, 'now') : `${editPaths.site}?done=${done}`;
      return responder.goTo(path, edit);
    }
    if (result.kind === 'invalid') {
      const version = versionOf(edit.request);
      const fieldProblems = await withSuggestions(tools.db.read, siteForm, result.problems);
      return sendSite(edit, { version, content: typed, problems: describeSiteProblems(fieldProblems) }, 422);
    }
    if (result.kind !== 'conflict') return responder.hide(edit);
    // The typed text stays, with the text that it would overwrite beside it; the next press is deliberate.
    const now = (await findSiteDraft(tools.db.read)) ?? (await openSite(tools.db));
    const problems = describeTheirs(siteFieldsFor(edit.editor.role), typed, siteToForm(now.settings));
    const { version } = result.conflict.entry;
    const conflict = result.conflict.isOwn ? 'own' : 'others';
    return sendSite(edit, { version, content: typed, problems, conflict }, 409);
  }

  return router;
}

interface SentSite {
  edit: EditRequest;
  form: SentForm;
  key: string;
  typed: FormContent;
}

/** Saves the settings, keeps them as a draft for a preview, or throws that away. */
async function actOnSite(tools: EditTools, { edit, form, key, typed }: SentSite): Promise<ChangeResult> {
  const { editor, request } = edit;
  const change = { editor, key, version: versionOf(request) };
  const does = valueOf(form, 'do');
  if (does === 'discard') return discardSiteDraft(tools, change);
  // Fields that its sender may not change stay as the draft has them, or as visitors see them.
  const draft = does === 'preview' ? await findSiteDraft(tools.db.read) : null;
  const { settings } = draft ?? (await openSite(tools.db));
  const site = {
    ...change,
    settings: formToSite(typed, settings, editor),
    questions: await findSeveral(tools.db.read, siteForm, typed, isAnsweredBy(form)),
  };
  return does === 'preview' ? saveSiteDraft(tools, site) : saveSite(tools, site);
}
