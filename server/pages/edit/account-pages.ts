import { createElement, type ReactNode } from 'react';
import { MadeLinkPage } from '#client/edit/pages/made-link-page.tsx';
import { NewAccountPage } from '#client/edit/pages/new-account-page.tsx';
import { StaffAccountPage } from '#client/edit/pages/staff-account-page.tsx';
import { StaffNoticePage } from '#client/edit/pages/staff-notice-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { isStaffForm, type Confirmation, type StaffForm, type StaffProblem } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/zh-tw-staff.ts';
import { paths, withBase } from '#shared/paths.ts';
import { findAccountById } from '#server/features/accounts/account-queries.ts';
import { findStaffAccount } from '#server/features/accounts/staff-account.ts';
import { valueOf, type SentForm } from '#server/http/large-form.ts';
import type { Services } from '#server/services.ts';
import { roleOf } from './account-steps.ts';
import { confirmationOf } from './confirm-admin.ts';
import type { EditRequest } from './edit-request.ts';
import type { Managed } from './manage-account.ts';
import { sendEditPage } from './send-edit-page.tsx';

interface RefusedForm {
  form: SentForm;
  statusCode: number;
  problem: Omit<StaffProblem, 'form'>;
}

interface AccountPages {
  sendForbidden(asked: EditRequest): void;
  sendNewAccount(asked: EditRequest, refused?: RefusedForm): Promise<void>;
  sendAccount(asked: EditRequest, id: string, refused?: RefusedStep): Promise<void>;
  /** Answers a form that was sent: with what was done, or with why not. */
  sendManaged(asked: EditRequest, form: StaffForm, managed: Managed): Promise<void>;
}

interface RefusedStep {
  statusCode?: number;
  problem: StaffProblem;
}

/** The pages on which admins manage accounts. */
export function createAccountPages(services: Services): AccountPages {
  const { accounts, config } = services;
  const { db, clock } = accounts;

  function send(asked: EditRequest, title: string, content: ReactNode, statusCode = 200): void {
    sendEditPage({ title, content, statusCode }, asked, services);
  }

  async function confirmationFor({ editor }: EditRequest): Promise<Confirmation> {
    const admin = await findAccountById(db.read, editor.accountId);
    return admin === null ? { by: 'address' } : confirmationOf(admin);
  }

  function sendForbidden(asked: EditRequest): void {
    const [title, text] = [staffTexts.forbiddenTitle, staffTexts.forbiddenText];
    send(asked, title, createElement(StaffNoticePage, { title, text }), 403);
  }

  function sendMissing(asked: EditRequest): void {
    const [title, text] = [staffTexts.missingTitle, staffTexts.missingText];
    send(asked, title, createElement(StaffNoticePage, { title, text }), 404);
  }

  async function sendNewAccount(asked: EditRequest, refused?: RefusedForm): Promise<void> {
    const form = refused?.form ?? new Map();
    const typed = {
      email: valueOf(form, 'email').slice(0, 254),
      name: valueOf(form, 'name').slice(0, 254),
      role: roleOf(form) ?? 'editor',
    };
    const problem: StaffProblem | null = refused ? { form: 'create', ...refused.problem } : null;
    const confirmation = await confirmationFor(asked);
    const content = createElement(NewAccountPage, { typed, confirmation, problem });
    send(asked, titleOf(staffTexts.create, problem), content, refused?.statusCode);
  }

  async function sendAccount(asked: EditRequest, id: string, refused?: RefusedStep): Promise<void> {
    const account = await findStaffAccount(db, id, clock.nowIso());
    if (account === null) return sendMissing(asked);
    const confirmation = await confirmationFor(asked);
    const problem = refused?.problem ?? null;
    const content = createElement(StaffAccountPage, {
      ...{ account, confirmation, problem },
      done: readDone(asked),
    });
    send(asked, titleOf(account.name, problem), content, refused && (refused.statusCode ?? 422));
  }

  function sendLink(asked: EditRequest, { account, link }: Managed & { kind: 'done' }): void {
    if (!link) throw new Error('there is no link to be shown');
    const { protocol, headers } = asked.request;
    const origin = config.publicUrl ?? `${protocol}://${headers.host}`;
    const address = origin + withBase(config.basePath, editPaths.accountLink(link.secret));
    const content = createElement(MadeLinkPage, { account, link: address, endsAt: link.endsAt });
    send(asked, staffTexts.madeTitle, content);
  }

  async function sendManaged(asked: EditRequest, form: StaffForm, managed: Managed): Promise<void> {
    const { editor, request, response } = asked;
    if (managed.kind === 'forbidden') return sendForbidden(asked);
    if (managed.kind === 'missing') return sendMissing(asked);
    if (managed.kind === 'problem')
      return sendAccount(asked, String(request.params['id']), {
        statusCode: managed.statusCode,
        problem: { form, ...managed.problem },
      });
    if (managed.link) return sendLink(asked, managed);
    const { id } = managed.account;
    // Who has just given the own role away may not come back here.
    const isOwnRole = form === 'role' && id === editor.accountId;
    const next = isOwnRole ? paths.account : `${editPaths.account(id)}?done=${form}`;
    response.set('Cache-Control', 'no-store').redirect(303, withBase(config.basePath, next));
  }

  return { sendForbidden, sendNewAccount, sendAccount, sendManaged };
}

function titleOf(title: string, problem: StaffProblem | null): string {
  return problem === null ? title : staffTexts.errorTitle(title);
}

function readDone({ request }: EditRequest): Exclude<StaffForm, 'link'> | null {
  const done = new URL(`http://site${request.originalUrl}`).searchParams.get('done') ?? '';
  return isStaffForm(done) && done !== 'link' ? done : null;
}
