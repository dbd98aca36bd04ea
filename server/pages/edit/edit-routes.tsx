import { Router } from 'express';
import { HomePage } from '#client/edit/pages/home-page.tsx';
import { TrashPage } from '#client/edit/pages/trash-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { listWork, listEvents, listTrash } from '#server/features/editing/list-entries.ts';
import { openEntry } from '#server/features/editing/open-entry.ts';
import type { PublishTools } from '#server/features/editing/publish.ts';
import { purgeEntry, restoreEntry } from '#server/features/editing/trash.ts';
import type { SendErrorPage } from '#server/http/error-answer.ts';
import { readLargeForm, valueOf } from '#server/http/large-form.ts';
import type { Services } from '#server/services.ts';
import { editAccountRoutes } from './account-routes.ts';
import { createEditGate, type EditGate } from './edit-gate.ts';
import { createEditResponder, type EditResponder } from './edit-responder.tsx';
import { removePage, renamePage } from './address-pages.tsx';
import { idOf, kindOf, queryOf } from './edit-address.ts';
import { entryRoutes } from './entry-routes.tsx';
import { historyRoutes } from './history-routes.tsx';
import { siteRoutes } from './site-routes.tsx';
import { listRoutes } from './list-routes.tsx';
import { readNotice } from './notices.ts';

/** The edit area: `/edit` and everything below it. */
export function editRoutes(services: Services, sendErrorPage: SendErrorPage): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const gate = createEditGate({ accounts: services.accounts, sendErrorPage });
  const responder = createEditResponder(services, sendErrorPage);
  const { db, clock, contentWork } = services;
  const tools: PublishTools = { db, clock, render: (source) => contentWork.render(source) };

  router.use(homeRoutes(gate, responder, tools));
  router.use(trashRoutes(gate, responder, tools));
  router.use(editAccountRoutes(services, gate));
  router.use(siteRoutes({ gate, responder, tools }));
  router.use(historyRoutes({ gate, responder, tools, contentWork }));
  router.use(listRoutes({ gate, responder, tools }));
  router.use(entryRoutes({ gate, responder, tools }));
  return router;
}

function homeRoutes(gate: EditGate, responder: EditResponder, { db }: PublishTools): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    editPaths.home,
    gate.read(async (asked) => {
      const drafts = await listWork(db.read, 20);
      const events = await listEvents(db.read, 20);
      const shown = events.map(({ account_name: name, kind, id, seq, ...event }) => ({
        ...event,
        seq: Number(seq),
        name,
        kind: kind ?? '',
        id: id ?? '',
      }));
      responder.send({ title: editTexts.home, content: <HomePage drafts={drafts} events={shown} /> }, asked);
    }),
  );
  const asking = { remove: removePage, rename: renamePage };
  for (const [what, page] of Object.entries(asking)) {
    router.get(
      `/edit/:kind/:id/${what}`,
      gate.read(async (asked) => {
        const kind = kindOf(asked.request);
        const opened = kind && (await openEntry(db.read, kind, idOf(asked.request)));
        if (!opened) return responder.hide(asked);
        responder.send(page({ kind, entry: opened.entry }), asked);
      }),
    );
  }
  return router;
}

function trashRoutes(gate: EditGate, responder: EditResponder, tools: PublishTools): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(
    editPaths.trash,
    gate.read(async (asked) => {
      const items = await listTrash(tools.db.read, 200);
      const notice = readNotice(queryOf(asked.request));
      responder.send({ title: editTexts.trash, content: <TrashPage items={items} notice={notice} /> }, asked);
    }),
  );
  router.post(
    `${editPaths.trash}/:key`,
    gate.write(async (asked) => {
      const { request, editor } = asked;
      const form = await readLargeForm(request);
      const key = String(request.params['key']);
      const version = Number(queryOf(request).get('version'));
      const entry = await tools.db.read
        .selectFrom('entries')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst();
      if (!entry) return responder.hide(asked);
      if (valueOf(form, 'do') === 'purge') {
        const result = await purgeEntry(tools, { editor, key, version });
        if (result.kind === 'forbidden') return responder.hide(asked);
        return responder.goTo(`${editPaths.trash}?done=purged`, asked);
      }
      const result = await restoreEntry(tools, { editor, entry, version });
      const kind = kindOf({ params: { kind: entry.kind } });
      if (result.kind === 'done' && kind)
        return responder.goTo(`${editPaths.entry(kind, result.entry.id)}?done=restored`, asked);
      const items = await listTrash(tools.db.read, 200);
      const notice = { kind: 'problem', text: editTexts.problem.idTaken(entry.id) } as const;
      const content = <TrashPage items={items} notice={notice} />;
      responder.send({ title: editTexts.trash, content, statusCode: 409 }, asked);
    }, responder.keepText),
  );
  return router;
}
