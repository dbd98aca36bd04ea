import { Router } from 'express';
import { createElement } from 'react';
import { AccountListPage } from '#client/edit/pages/account-list-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { isStaffForm } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/zh-tw-staff.ts';
import { paths, withBase } from '#shared/paths.ts';
import { searchAccounts } from '#server/features/accounts/search-accounts.ts';
import { findAccountById } from '#server/features/accounts/account-queries.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { readLargeForm } from '#server/http/large-form.ts';
import type { Services } from '#server/services.ts';
import { createAccountPages } from './account-pages.ts';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';
import { createAccount, manageAccount, type AdminForm } from './manage-account.ts';
import { readAccountFilter } from './read-account-filter.ts';
import { sendEditPage } from './send-edit-page.tsx';

type AdminHandler = (asked: EditRequest) => Promise<void>;

/** What admins do with accounts, below `/edit/accounts`. */
export function editAccountRoutes(services: Services, gate: EditGate): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { accounts, config } = services;
  const pages = createAccountPages(services);

  const read = (handle: AdminHandler) => gate.read((asked) => forAdmins(asked, handle));
  const write = (handle: (sent: AdminForm) => Promise<void>) =>
    gate.write(
      (asked) => forAdmins(asked, async () => handle(await readForm(asked))),
      // Little was typed, and a password with it.
      async (request, response) => {
        const next = request.path === editPaths.newAccount ? editPaths.newAccount : editPaths.accounts;
        response
          .set('Cache-Control', 'no-store')
          .redirect(303, withBase(config.basePath, paths.loginFor(next)));
      },
    );

  async function forAdmins(asked: EditRequest, handle: AdminHandler): Promise<void> {
    if (mayDo(asked.editor.role, 'manage-accounts')) return handle(asked);
    pages.sendForbidden(asked);
  }

  async function readForm(asked: EditRequest): Promise<AdminForm> {
    const form = await readLargeForm(asked.request);
    const admin = await findAccountById(accounts.db.read, asked.editor.accountId);
    // It was there at the beginning of this request.
    if (admin === null) throw new Error('the account of an admin is gone');
    return { asked, admin, form };
  }

  router.get(
    editPaths.accounts,
    read(async (asked) => {
      const filter = readAccountFilter(asked.request);
      const page = await searchAccounts(accounts.db, filter);
      const content = createElement(AccountListPage, { filter, page });
      sendEditPage({ title: staffTexts.title, content }, asked, services);
    }),
  );

  router.get(editPaths.newAccount, read(pages.sendNewAccount));
  router.post(
    editPaths.newAccount,
    write(async (sent) => {
      const made = await createAccount(accounts, sent);
      if (made.kind === 'problem') return pages.sendNewAccount(sent.asked, { ...made, form: sent.form });
      return pages.sendManaged(sent.asked, 'link', made);
    }),
  );

  router.get(
    `${editPaths.accounts}/:id`,
    read((asked) => pages.sendAccount(asked, idOf(asked))),
  );
  router.post(
    `${editPaths.accounts}/:id`,
    write(async (sent) => {
      const step = sent.form.get('do')?.[0] ?? '';
      const id = idOf(sent.asked);
      if (!isStaffForm(step))
        return pages.sendAccount(sent.asked, id, { problem: { form: null, code: 'invalid' } });
      return pages.sendManaged(sent.asked, step, await manageAccount(accounts, step, id, sent));
    }),
  );

  return router;
}

function idOf({ request }: EditRequest): string {
  return String(request.params['id']);
}
