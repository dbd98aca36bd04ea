import { Router } from 'express';
import { parse } from 'yaml';
import { HistoryPage } from '#client/edit/pages/entry/history-page.tsx';
import { RevisionPage } from '#client/edit/pages/entry/revision-page.tsx';
import { siteForm } from '#shared/editing/edit-forms.ts';
import { editPaths, historyPath } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import type { EntryDocument } from '#server/content/entries/entry-document.ts';
import { findRevision, findRevisionBefore } from '#server/content/history/revisions.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { openSite } from '#server/features/editing/site/save-site.ts';
import { numberIn, queryOf } from '../edit-address.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { compareDocuments } from '../document-changes.ts';
import { readHistory } from '../entries/history-routes.tsx';

interface SiteHistoryOptions extends EditRoutesOptions {
  contentWork: ContentWork;
}

/** Former settings of the site. */
export function siteHistoryRoutes({ gate, responder, tools, contentWork }: SiteHistoryOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const path = editPaths.site;
  const title = editTexts.site;

  router.get(
    historyPath(path),
    gate.read(async (edit) => {
      const { entry } = await openSite(db);
      if (entry === null) return responder.hide(edit);
      const history = await readHistory(db.read, entry.key, numberIn(queryOf(edit.request).get('before')));
      const content = <HistoryPage {...{ ...history, path, title }} plans={[]} />;
      responder.send({ title: editTexts.historyPage.title(title), content }, edit);
    }),
  );

  router.get(
    `${historyPath(path)}/:seq`,
    gate.read(async (edit) => {
      const { entry } = await openSite(db);
      const seq = numberIn(edit.request.params['seq']);
      const revision = entry && seq !== null ? await findRevision(db.read, entry.key, seq) : null;
      if (revision === null) return responder.hide(edit);
      const before = await findRevisionBefore(db.read, revision);
      const change =
        before && (await compareDocuments(textOf(before.document), textOf(revision.document), contentWork));
      const content = (
        <RevisionPage
          {...{ path, title, change, form: siteForm, bodyLabel: '', version: null }}
          text={revision.document}
          revision={{ ...revision, seq: Number(revision.seq), name: revision.account_name }}
        />
      );
      responder.send({ title: editTexts.historyPage.title(title), content }, edit);
    }),
  );

  return router;
}

/** Settings of a revision by their names. They have no Markdown. */
function textOf(document: string): EntryDocument {
  const values: unknown = parse(document);
  return { fields: typeof values === 'object' && values !== null ? { ...values } : {}, body: '' };
}
