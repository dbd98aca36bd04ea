import { createElement } from 'react';
import { NewAccountPage } from '#client/edit/pages/staff/new-account-page.tsx';
import { StaffAccountPage } from '#client/edit/pages/staff/staff-account-page.tsx';
import { StaffNoticePage } from '#client/edit/pages/staff/staff-notice-page.tsx';
import { isStaffForm, type Confirmation, type StaffForm, type StaffProblem } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';
import { findAccountById } from '#server/features/accounts/account-queries.ts';
import { findStaffAccount } from '#server/features/accounts/staff/staff-account.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import type { Services } from '#server/services.ts';
import { roleOf } from './account-steps.ts';
import { confirmationOf } from './confirm-admin.ts';
import type { EditRequest } from '../edit-request.ts';
import { markOf } from '../form-mark.ts';
import { sendEditPage, type EditPage } from '../send-edit-page.tsx';
import { keptText } from '../text-keeper.tsx';

interface RefusedForm {
  form: SentForm;
  statusCode: number;
  problem: Omit<StaffProblem, 'form'>;
}

interface RefusedStep {
  statusCode: number;
  problem: StaffProblem;
  /** Name that was typed; undefined where the form has none. */
  name?: string | undefined;
}

export function sendForbidden(edit: EditRequest, services: Services): void {
  sendNotice(edit, services, {
    title: staffTexts.forbiddenTitle,
    text: staffTexts.forbiddenText,
    statusCode: 403,
  });
}

export function sendMissing(edit: EditRequest, services: Services): void {
  sendNotice(edit, services, {
    title: staffTexts.missingTitle,
    text: staffTexts.missingText,
    statusCode: 404,
  });
}

/** Form that makes an account, empty or with the typed text and its problems. */
export async function sendNewAccount(
  edit: EditRequest,
  services: Services,
  refused?: RefusedForm,
): Promise<void> {
  const form = refused?.form ?? new Map();
  const typed = {
    email: valueOf(form, 'email'),
    name: valueOf(form, 'name'),
    role: roleOf(form) ?? 'editor',
  };
  const problem: StaffProblem | null = refused ? { form: 'create', ...refused.problem } : null;
  const confirmation = await confirmationFor(edit, services);
  sendPage(edit, services, {
    title: titleOf(staffTexts.create, problem),
    content: createElement(NewAccountPage, { typed, confirmation, problem, mark: markOf([]) }),
    hasMainForm: true,
    statusCode: refused?.statusCode ?? 200,
  });
}

/** The page of the account that the address names. */
export async function sendAccount(
  edit: EditRequest,
  services: Services,
  refused?: RefusedStep,
): Promise<void> {
  const { db, clock } = services.accounts;
  const account = await findStaffAccount(db, accountIdOf(edit), clock.nowIso());
  if (account === null) return sendMissing(edit, services);
  const confirmation = await confirmationFor(edit, services);
  const problem = refused?.problem ?? null;
  const done = readDone(edit);
  sendPage(edit, services, {
    title: titleOf(account.name, problem),
    content: createElement(StaffAccountPage, {
      account,
      confirmation,
      problem,
      done,
      typedName: refused?.name,
      mark: markOf([['name', account.name]]),
    }),
    hasMainForm: true,
    statusCode: refused?.statusCode ?? 200,
  });
}

export function accountIdOf({ request }: EditRequest): string {
  return String(request.params['id']);
}

function sendPage(edit: EditRequest, services: Services, page: EditPage): void {
  sendEditPage(page, edit, services);
}

function sendNotice(
  edit: EditRequest,
  services: Services,
  { title, text, statusCode }: { title: string; text: string; statusCode: number },
): void {
  const kept = edit.form && keptText({ title, text, statusCode }, edit.form, edit);
  if (kept) return sendEditPage(kept, edit, services);
  sendPage(edit, services, { title, content: createElement(StaffNoticePage, { title, text }), statusCode });
}

async function confirmationFor({ editor }: EditRequest, { accounts }: Services): Promise<Confirmation> {
  const admin = await findAccountById(accounts.db.read, editor.accountId);
  return admin === null ? { by: 'address' } : confirmationOf(admin);
}

function titleOf(title: string, problem: StaffProblem | null): string {
  return problem === null ? title : staffTexts.errorTitle(title);
}

function readDone({ request }: EditRequest): Exclude<StaffForm, 'link'> | null {
  const done = new URL(`http://site${request.originalUrl}`).searchParams.get('done') ?? '';
  return isStaffForm(done) && done !== 'link' ? done : null;
}
