import { Router } from 'express';
import { OverduePage } from '#client/edit/pages/entry/overdue-page.tsx';
import { PurgePage } from '#client/edit/pages/entry/purge-page.tsx';
import { TrashPage } from '#client/edit/pages/trash-page.tsx';
import type { StaffProblem } from '#shared/editing/staff.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { Entry } from '#server/content/history/revisions.ts';
import { findAccountById, type Account } from '#server/features/accounts/account-queries.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import { listTrash } from '#server/features/editing/lists/list-entries.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { purgeEntry, restoreEntry } from '#server/features/editing/entries/trash.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { confirmationOf, findUnconfirmed } from '../accounts/confirm-admin.ts';
import { kindOf, queryOf, versionOf } from '../edit-address.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { readNotice } from '../notices.ts';
import { firstSentence } from './problem-texts.ts';
import type { EditPage } from '../send-edit-page.tsx';

interface TrashRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
  accounts: Accounts;
}

const maxShown = 200;

/** Entries in the trash, to be restored or removed for good. */
export function trashRoutes({ gate, responder, tools, accounts }: TrashRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    editPaths.trash,
    gate.read(async (edit) => {
      const items = await listTrash(db.read, maxShown);
      const notice = readNotice(queryOf(edit.request));
      responder.send({ title: editTexts.trash, content: <TrashPage items={items} notice={notice} /> }, edit);
    }),
  );

  router.get(
    `${editPaths.trash}/:key/purge`,
    gate.read(async (edit) => {
      const purge = await findForAdmin(edit);
      if (purge === null) return responder.hide(edit);
      responder.send(purgePage(purge), edit);
    }),
  );

  router.post(
    `${editPaths.trash}/:key`,
    responder.submit(gate, async (edit, form) => {
      if (valueOf(form, 'do') === 'purge') return purge(edit, form);
      const entry = await findEntry(edit);
      return entry === null ? responder.hide(edit) : restore(edit, entry, valueOf(form, 'do'));
    }),
  );

  async function findEntry({ request }: EditRequest): Promise<Entry | null> {
    const key = String(request.params['key']);
    const entry = await db.read
      .selectFrom('entries')
      .select(columnsOf.entries)
      .where('key', '=', key)
      .executeTakeFirst();
    return entry ?? null;
  }

  /** Null for everybody else, who does not learn whether the entry exists. */
  async function findForAdmin(edit: EditRequest): Promise<Found | null> {
    if (!mayDo(edit.editor.role, 'purge')) return null;
    const entry = await findEntry(edit);
    const admin = await findAccountById(db.read, edit.editor.accountId);
    return entry !== null && entry.deleted_at !== null && admin !== null ? { entry, admin } : null;
  }

  async function purge(edit: EditRequest, form: SentForm): Promise<void> {
    const confirmation = await findForAdmin(edit);
    if (confirmation === null) return responder.hide(edit);
    const { admin, entry } = confirmation;
    const { editor, request, response } = edit;
    const wrong = await findUnconfirmed(accounts, { admin, email: admin.email, form, response });
    if (wrong !== null) return responder.send(purgePage(confirmation, wrong), edit);
    const version = versionOf(request);
    const result = await purgeEntry(tools, { editor, key: entry.key, version });
    if (result.kind === 'forbidden') return responder.hide(edit);
    return responder.goTo(`${editPaths.trash}${result.kind === 'done' ? '?done=purged' : ''}`, edit);
  }

  async function restore(edit: EditRequest, entry: Entry, done: string): Promise<void> {
    const kind = kindOf({ params: { kind: entry.kind } });
    if (kind === null) return responder.hide(edit);
    const version = versionOf(edit.request);
    const overdue = done === 'restore-now' ? 'publish' : done === 'restore-draft' ? 'draft' : undefined;
    const result = await restoreEntry(tools, { editor: edit.editor, entry, version, overdue });
    if (result.kind === 'done')
      return responder.goTo(`${editPaths.entry(kind, result.entry.id)}?done=restored`, edit);
    if (result.kind === 'forbidden') return responder.hide(edit);
    if (result.kind === 'invalid' && result.problems.some(({ code }) => code === 'overdue')) {
      const title = editTexts.trashPage.restoreTitle(entry.title || entry.id);
      return responder.send({ title, content: <OverduePage entry={entry} />, statusCode: 422 }, edit);
    }
    const sentence = result.kind === 'invalid' ? firstSentence(kind, result.problems) : null;
    const { notRestored, overtaken } = editTexts.trashPage;
    const items = await listTrash(db.read, maxShown);
    const notice = {
      kind: 'problem',
      text: sentence === null ? overtaken : notRestored(sentence),
    } as const;
    const content = <TrashPage items={items} notice={notice} />;
    responder.send({ title: editTexts.trash, content, statusCode: 409 }, edit);
  }

  return router;
}

interface Found {
  entry: Entry;
  admin: Account;
}

function purgePage(
  { entry, admin }: Found,
  wrong?: { statusCode: number; problem: Omit<StaffProblem, 'form'> },
): EditPage {
  const problem =
    wrong === undefined
      ? null
      : staffTexts.problems[wrong.problem.code].replace('{{minutes}}', String(wrong.problem.minutes ?? 1));
  const content = <PurgePage {...{ entry, problem }} confirmation={confirmationOf(admin)} />;
  const title = editTexts.trashPage.purgeTitle(entry.title || entry.id);
  return { title, content, ...(wrong && { statusCode: wrong.statusCode }) };
}
