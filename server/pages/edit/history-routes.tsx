import { Router } from 'express';
import { HistoryPage } from '#client/edit/pages/history-page.tsx';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { openEntry } from '#server/features/editing/open-entry.ts';
import type { PublishTools } from '#server/features/editing/publish.ts';
import { listRevisions } from '#server/content/revisions.ts';
import type { EditGate } from './edit-gate.ts';
import type { EditResponder } from './edit-responder.tsx';
import { idOf, kindOf, queryOf } from './edit-address.ts';

interface HistoryRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
}

const revisionsOnPage = 50;

/** What an entry was, who made it so, and the way back. */
export function historyRoutes({ gate, responder, tools }: HistoryRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    '/edit/:kind/:id/history',
    gate.read(async (asked) => {
      const kind = kindOf(asked.request);
      const opened = kind && (await openEntry(db.read, kind, idOf(asked.request)));
      if (!opened) return responder.hide(asked);
      const { key, id, title } = opened.entry;
      const before = Number(queryOf(asked.request).get('before')) || null;
      const rows = await listRevisions(db.read, key, { before, limit: revisionsOnPage });
      const revisions = rows.map(({ seq, version, action, account_name: name, at }) => ({
        seq: Number(seq),
        version,
        action,
        name,
        at,
      }));
      const next = rows.length === revisionsOnPage ? (revisions.at(-1)?.seq ?? null) : null;
      const shown = { kind, id, title: title || id, revisions, next };
      responder.send(
        { title: editTexts.historyPage.title(shown.title), content: <HistoryPage {...shown} /> },
        asked,
      );
    }),
  );

  return router;
}
