import { Router } from 'express';
import type { Kysely } from 'kysely';
import { kinds } from '#shared/kinds/kinds.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import type { Schema } from '#server/db/schema.ts';
import { RevisionPage } from '#client/edit/pages/entry/revision-page.tsx';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { HistoryPage } from '#client/edit/pages/entry/history-page.tsx';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { listPlansOf } from '#server/features/editing/plans/plans.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { findRevision, findRevisionBefore, listRevisions } from '#server/content/history/revisions.ts';
import { restoreRevision } from '#server/features/editing/entries/save-draft.ts';
import { mayOpen } from '#server/features/editing/may-do.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { compareDocuments } from '../document-changes.ts';
import { idOf, kindOf, numberIn, queryOf, versionOf } from '../edit-address.ts';

interface HistoryRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
  contentWork: ContentWork;
}

/** Former texts of an entry, with their authors, and the way back. */
export function historyRoutes({ gate, responder, tools, contentWork }: HistoryRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    '/edit/:kind/:id/history',
    gate.ofAuthors.read(async (edit) => {
      const kind = kindOf(edit.request);
      const opened = kind && (await openEntry(db.read, kind, idOf(edit.request)));
      if (!opened || !mayOpen(edit.editor, opened.entry)) return responder.hide(edit);
      const { key, id, title } = opened.entry;
      const before = numberIn(queryOf(edit.request).get('before'));
      const shown = {
        ...(await readHistory(db.read, key, before)),
        plans: await listPlansOf(db.read, key),
        path: editPaths.entry(kind, id),
        title: title || id,
      };
      responder.send(
        { title: editTexts.historyPage.title(shown.title), content: <HistoryPage {...shown} /> },
        edit,
      );
    }),
  );

  router.get(
    '/edit/:kind/:id/history/:seq',
    gate.ofAuthors.read(async (edit) => {
      const place = await findAsked(edit);
      if (place === null) return responder.hide(edit);
      const { kind, entry, revision } = place;
      const before = await findRevisionBefore(db.read, revision);
      const change =
        before &&
        (await compareDocuments(readDocument(before.document), readDocument(revision.document), contentWork));
      const title = entry.title || entry.id;
      const shown = {
        ...{
          path: editPaths.entry(kind, entry.id),
          form: editForms[kind],
          bodyLabel: kinds[kind].body.label,
        },
        ...{ title, version: entry.version, change, text: revision.document },
        revision: { ...revision, seq: Number(revision.seq), name: revision.account_name },
      };
      responder.send(
        { title: editTexts.historyPage.title(title), content: <RevisionPage {...shown} /> },
        edit,
      );
    }),
  );

  router.post(
    '/edit/:kind/:id/history/:seq',
    responder.submit(gate.ofAuthors, async (edit) => {
      const place = await findAsked(edit);
      if (place === null) return responder.hide(edit);
      const { kind, entry, revision } = place;
      const version = versionOf(edit.request);
      const result = await restoreRevision(tools, {
        ...{ editor: edit.editor, kind, key: entry.key, version },
        revision: { seq: Number(revision.seq), document: revision.document },
      });
      // Somebody was first: the history shows the change.
      const path =
        result.kind === 'done'
          ? `${editPaths.entry(kind, entry.id)}?done=restoredDraft`
          : editPaths.history(kind, entry.id);
      return responder.goTo(path, edit);
    }),
  );

  /** Null when the address names no revision of the entry. */
  async function findAsked({ request, editor }: EditRequest) {
    const kind = kindOf(request);
    const seq = numberIn(request.params['seq']);
    const opened = kind && (await openEntry(db.read, kind, idOf(request)));
    if (!kind || !opened || seq === null || !mayOpen(editor, opened.entry)) return null;
    const revision = await findRevision(db.read, opened.entry.key, seq);
    return revision && { kind, entry: opened.entry, revision };
  }

  return router;
}

const revisionsOnPage = 50;

/** A page of the revisions of an entry, from behind one of them. */
export async function readHistory(db: Kysely<Schema>, key: string, before: number | null) {
  const rows = await listRevisions(db, key, { before, limit: revisionsOnPage });
  const revisions = rows.map(({ seq, version, action, account_name: name, at }) => ({
    seq: Number(seq),
    ...{ version, action, name, at },
  }));
  return { revisions, next: rows.length === revisionsOnPage ? (revisions.at(-1)?.seq ?? null) : null };
}
