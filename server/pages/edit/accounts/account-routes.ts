import { Router } from 'express';
import { createElement } from 'react';
import { AccountListPage } from '#client/edit/pages/staff/account-list-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { isStaffForm } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { findAccountById } from '#server/features/accounts/account-queries.ts';
import { searchAccounts } from '#server/features/accounts/staff/search-accounts.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import type { Services } from '#server/services.ts';
import { accountIdOf, sendAccount, sendForbidden, sendNewAccount } from './account-pages.ts';
import type { EditGate } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { createAccount, manageAccount, type AdminForm } from './manage-account.ts';
import { readAccountFilter } from './read-account-filter.ts';
import { sendEditPage } from '../send-edit-page.tsx';
import { sendManaged } from './send-managed.ts';

/** Pages and forms of admins for accounts, below `/edit/accounts`. */
export function editAccountRoutes(services: Services, gate: EditGate, responder: EditResponder): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { read, write } = createAdminGate(services, gate, responder);

  router.get(
    editPaths.accounts,
    read(async (edit) => {
      const filter = readAccountFilter(edit.request);
      const page = await searchAccounts(services.db, filter);
      const content = createElement(AccountListPage, { filter, page });
      sendEditPage({ title: staffTexts.title, content }, edit, services);
    }),
  );

  router.get(
    editPaths.newAccount,
    read((edit) => sendNewAccount(edit, services)),
  );
  router.post(
    editPaths.newAccount,
    write(async (sent) => {
      const { edit, form } = sent;
      const made = await createAccount(services.accounts, sent);
      if (made.kind === 'problem') return sendNewAccount(edit, services, { ...made, form });
      return sendManaged(edit, services, { step: 'link' }, made);
    }),
  );

  const account = `${editPaths.accounts}/:id`;
  router.get(
    account,
    read((edit) => sendAccount(edit, services)),
  );
  router.post(
    account,
    write(async (sent) => {
      const { edit, form } = sent;
      const step = valueOf(form, 'do');
      if (!isStaffForm(step))
        return sendAccount(edit, services, { statusCode: 422, problem: { form: null, code: 'invalid' } });
      const managed = await manageAccount(services.accounts, step, accountIdOf(edit), sent);
      return sendManaged(edit, services, { step, name: form.get('name')?.[0] }, managed);
    }),
  );

  return router;
}

/** Lets admins in; tells editors that they are none. */
function createAdminGate(services: Services, gate: EditGate, responder: EditResponder) {
  const { accounts } = services;

  async function forAdmins(edit: EditRequest, handle: () => Promise<void>): Promise<void> {
    if (!mayDo(edit.editor.role, 'manage-accounts')) return sendForbidden(edit, services);
    await handle();
  }

  async function findAdmin({ editor }: EditRequest): Promise<AdminForm['admin']> {
    const admin = await findAccountById(accounts.db.read, editor.accountId);
    // It was there at the beginning of this request.
    if (admin === null) throw new Error('the account of an admin is gone');
    return admin;
  }

  return {
    read: (handle: (edit: EditRequest) => Promise<void>) =>
      gate.read((edit) => forAdmins(edit, () => handle(edit))),

    write: (handle: (sent: AdminForm) => Promise<void>) =>
      responder.submit(gate, (edit, form) =>
        forAdmins(edit, async () => handle({ edit, form, admin: await findAdmin(edit) })),
      ),
  };
}
