import { Router } from 'express';
import { HomePage } from '#client/edit/pages/home-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { listChanges } from '#server/features/editing/lists/list-changes.ts';
import { listComing, listWork } from '#server/features/editing/lists/list-work.ts';
import { listPlans } from '#server/features/editing/plans/plans.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { listAutosaves } from '#server/features/editing/autosave/autosaves.ts';
import { listWaiting } from '#server/features/editing/desk/hand-in.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { createUploads } from '#server/features/editing/media/uploads.ts';
import type { SendErrorPage } from '#server/http/answer/error-answer.ts';
import type { Services } from '#server/services.ts';
import { editAccountRoutes } from './accounts/account-routes.ts';
import { autosaveRoutes } from './autosave/autosave-routes.tsx';
import { createEditGate, type EditGate } from './edit-gate.ts';
import { createEditResponder, type EditResponder } from './edit-responder.tsx';
import { removePage, renamePage } from './site/address-pages.tsx';
import { idOf, kindOf, queryOf } from './edit-address.ts';
import { readNotice } from './notices.ts';
import { entryRoutes } from './entries/entry-routes.tsx';
import { historyRoutes } from './entries/history-routes.tsx';
import { renderRoutes } from './entries/render-routes.ts';
import { trashRoutes } from './entries/trash-routes.tsx';
import { redirectRoutes } from './site/redirect-routes.tsx';
import { siteRoutes } from './site/site-routes.tsx';
import { mediumRoutes } from './media/medium-routes.tsx';
import { mediaRoutes } from './media/media-routes.tsx';
import { siteHistoryRoutes } from './site/site-history-routes.tsx';
import { tagRoutes } from './site/tag-routes.tsx';
import { listRoutes } from './entries/list-routes.tsx';
import { manyRoutes } from './many/many-routes.tsx';
import { tableRoutes } from './table/table-routes.tsx';
import { newEntryRoutes } from './entries/new-entry-routes.tsx';
import { pickRoutes } from './pick/pick-routes.ts';

/** The edit area: `/edit` and everything below it. */
export function editRoutes(services: Services, sendErrorPage: SendErrorPage): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const gate = createEditGate({ accounts: services.accounts, sendErrorPage });
  const responder = createEditResponder(services, sendErrorPage);
  const { db, clock, contentWork, uploadWork } = services;
  const tools: PublishTools = { db, clock, render: (source) => contentWork.render(source) };
  const { dataDir } = services.config;
  const uploads = createUploads({ db, clock, dataDir, store: services.media.store, work: uploadWork });

  router.use(homeRoutes(gate, responder, tools));
  router.use(trashRoutes({ gate, responder, tools, accounts: services.accounts }));
  router.use(redirectRoutes({ gate, responder, tools }));
  router.use(editAccountRoutes(services, gate, responder));
  router.use(siteRoutes({ gate, responder, tools }));
  router.use(siteHistoryRoutes({ gate, responder, tools, contentWork }));
  router.use(tagRoutes({ gate, responder, tools }));
  router.use(historyRoutes({ gate, responder, tools, contentWork }));
  const library = { gate, responder, tools, uploads, mediaBase: services.config.media.url };
  router.use(mediaRoutes(library));
  router.use(mediumRoutes(library));
  router.use(autosaveRoutes({ gate, responder, tools, contentWork }));
  router.use(renderRoutes({ gate, contentWork, site: services }));
  router.use(tableRoutes({ gate, responder, tools }));
  router.use(manyRoutes({ gate, responder, tools }));
  router.use(pickRoutes({ gate, responder }));
  router.use(listRoutes({ gate, responder, tools }));
  router.use(newEntryRoutes({ gate, responder, tools }));
  router.use(entryRoutes({ gate, responder, tools, contentWork }));
  return router;
}

/** In each list of the first page. */
const shownRows = 15;
/** Maximum of drafts that wait, on request. */
const maxWaitingRows = 500;

function homeRoutes(gate: EditGate, responder: EditResponder, { db, clock }: PublishTools): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    editPaths.home,
    gate.ofAuthors.enter(async (edit) => {
      const now = clock.nowIso();
      const { accountId, role } = edit.editor;
      const query = queryOf(edit.request);
      const maxWaiting = query.get('waiting') === 'all' ? maxWaitingRows : shownRows;
      const work = await listWork(db.read, { limit: shownRows, now, editor: edit.editor });
      const shown = mayDo(role, 'see-others')
        ? {
            ...work,
            waiting: await listWaiting(db.read, maxWaiting + 1),
            plans: await listPlans(db.read, shownRows),
            coming: await listComing(db.read, { limit: shownRows, now }),
            changes: await listChanges(db.read, shownRows),
          }
        : { ...work, waiting: [], plans: [], coming: [], changes: [] };
      const autosaves = await listAutosaves(db.read, accountId);
      const notice = readNotice(query);
      const content = <HomePage {...{ ...shown, autosaves, notice, maxWaiting }} />;
      responder.send({ title: editTexts.home, content }, edit);
    }),
  );
  const asking = { remove: removePage, rename: renamePage };
  for (const [what, page] of Object.entries(asking)) {
    router.get(
      `/edit/:kind/:id/${what}`,
      gate.read(async (edit) => {
        const kind = kindOf(edit.request);
        const opened = kind && (await openEntry(db.read, kind, idOf(edit.request)));
        if (!opened) return responder.hide(edit);
        responder.send(await page({ db: db.read, kind, entry: opened.entry }), edit);
      }),
    );
  }
  return router;
}
