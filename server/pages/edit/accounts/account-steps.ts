import type { Transaction } from 'kysely';
import { roles, type Role } from '#shared/accounts.ts';
import type { StaffForm, StaffProblemCode } from '#shared/editing/staff.ts';
import type { Schema } from '#server/db/schema.ts';
import { makeLink, type NewLink } from '#server/features/accounts/staff/account-links.ts';
import { readName } from '#server/features/accounts/account-name.ts';
import type { Account } from '#server/features/accounts/account-queries.ts';
import type { AccountEvent } from '#server/features/accounts/audit.ts';
import { setDisabled, setRole, type AccountChange } from '#server/features/accounts/staff/change-account.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';

/** Result of a change to an account. */
export type StepResult =
  | { kind: 'done'; event: AccountEvent | null; detail?: string; link?: NewLink }
  | { kind: 'problem'; code: StaffProblemCode };

interface Step {
  isConfirmed: boolean;
  /** Checks the form before the database is read. */
  findProblem(form: SentForm): StaffProblemCode | null;
  run(trx: Transaction<Schema>, given: StepGiven): Promise<StepResult>;
}

interface StepGiven {
  account: Account;
  form: SentForm;
  /** The id of the admin who does it. */
  by: string;
  now: number;
  nowIso: string;
}

/** Change that each form on the page of an account makes, in a transaction in which the admin may still make it. */
export const accountSteps: Readonly<Record<StaffForm, Step>> = {
  rename: {
    isConfirmed: false,
    findProblem: (form) => problemOf(readName(valueOf(form, 'name'))),
    async run(trx, { account, form }) {
      const read = readName(valueOf(form, 'name'));
      if ('problem' in read) return { kind: 'problem', code: read.problem };
      if (read.name === account.name) return { kind: 'done', event: null };
      await trx.updateTable('accounts').set({ name: read.name }).where('id', '=', account.id).execute();
      return { kind: 'done', event: 'name-changed' };
    },
  },

  role: {
    isConfirmed: true,
    findProblem: (form) => (roleOf(form) === null ? 'wrong-role' : null),
    async run(trx, { account, form }) {
      const role = roleOf(form);
      if (role === null) return { kind: 'problem', code: 'wrong-role' };
      if (role === account.role) return { kind: 'done', event: null };
      const change = await setRole(trx, account.id, role);
      return told(change, 'role-changed', `${account.role} to ${role}`);
    },
  },

  link: {
    isConfirmed: true,
    findProblem: () => null,
    async run(trx, { account, by, now }) {
      if (account.disabled_at !== null) return { kind: 'problem', code: 'is-disabled' };
      const link = await makeLink(trx, { accountId: account.id, madeBy: by, now });
      return { kind: 'done', event: 'link-made', link };
    },
  },

  disable: {
    isConfirmed: true,
    findProblem: () => null,
    async run(trx, { account, nowIso }) {
      if (account.disabled_at !== null) return { kind: 'done', event: null };
      return told(await setDisabled(trx, account.id, nowIso), 'account-disabled');
    },
  },

  enable: {
    isConfirmed: true,
    findProblem: () => null,
    async run(trx, { account }) {
      if (account.disabled_at === null) return { kind: 'done', event: null };
      return told(await setDisabled(trx, account.id, null), 'account-enabled');
    },
  },

  'sign-out': {
    isConfirmed: false,
    findProblem: () => null,
    async run(trx, { account }) {
      await trx.deleteFrom('sessions').where('account_id', '=', account.id).execute();
      return { kind: 'done', event: 'signed-out-everywhere' };
    },
  },
};

export function roleOf(form: SentForm): Role | null {
  return roles.find((role) => role === valueOf(form, 'role')) ?? null;
}

function problemOf(read: ReturnType<typeof readName>): StaffProblemCode | null {
  return 'problem' in read ? read.problem : null;
}

function told(change: AccountChange, event: AccountEvent, detail?: string): StepResult {
  if (change === 'last-admin') return { kind: 'problem', code: 'last-admin' };
  return { kind: 'done', event, ...(detail !== undefined && { detail }) };
}
