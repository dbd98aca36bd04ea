import { createElement } from 'react';
import { MadeLinkPage } from '#client/edit/pages/staff/made-link-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { StaffForm } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { paths, withBase } from '#shared/address/paths.ts';
import type { NewLink } from '#server/features/accounts/staff/account-links.ts';
import type { Account } from '#server/features/accounts/account-queries.ts';
import type { Services } from '#server/services.ts';
import { sendAccount, sendForbidden, sendMissing } from './account-pages.ts';
import type { EditRequest } from '../edit-request.ts';
import type { Managed } from './manage-account.ts';
import { sendEditPage } from '../send-edit-page.tsx';

/** Answers a form: with the result, or with the reason why not. */
export async function sendManaged(
  edit: EditRequest,
  services: Services,
  { step: form, name }: { step: StaffForm; name?: string | undefined },
  managed: Managed,
): Promise<void> {
  const { editor, response } = edit;
  if (managed.kind === 'forbidden') return sendForbidden(edit, services);
  if (managed.kind === 'missing') return sendMissing(edit, services);
  if (managed.kind === 'problem') {
    const { statusCode, problem } = managed;
    return sendAccount(edit, services, { statusCode, problem: { form, ...problem }, name });
  }
  const { account, link } = managed;
  if (link) return sendLink(edit, services, account, link);
  // An admin who has just given up the own role may not come back here.
  const isOwnRole = form === 'role' && account.id === editor.accountId;
  const next = isOwnRole ? paths.account : `${editPaths.account(account.id)}?done=${form}`;
  response.set('Cache-Control', 'no-store').redirect(303, withBase(services.config.basePath, next));
}

/** Shows the link at once, and at no address of its own: the secret is kept nowhere. */
function sendLink(
  edit: EditRequest,
  services: Services,
  account: Account,
  { secret, endsAt }: NewLink,
): void {
  const { publicUrl, basePath } = services.config;
  const { protocol, headers } = edit.request;
  const origin = publicUrl ?? `${protocol}://${headers.host}`;
  const link = origin + withBase(basePath, editPaths.accountLink(secret));
  const content = createElement(MadeLinkPage, { account, link, endsAt });
  sendEditPage({ title: staffTexts.madeTitle, content }, edit, services);
}
