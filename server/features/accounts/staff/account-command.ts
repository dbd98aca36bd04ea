import { roles, type Role } from '#shared/accounts.ts';
import { ownValue } from '#shared/own-value.ts';
import { systemClock } from '#server/base/clock.ts';
import { parseArguments, type CommandOutput } from '#server/base/command.ts';
import type { Config } from '#server/config/config.ts';
import { openDatabase, writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import {
  findAccountByEmail,
  insertAccount,
  listAccounts,
  setPassword,
  type Account,
} from '../account-queries.ts';
import { changeAccounts, setDisabled, setRole, type AccountChange } from './change-account.ts';
import { normaliseEmail } from '../account-email.ts';
import { createAudit, listEvents, type Audit } from '../audit.ts';
import { findPasswordProblem, maxPasswordLength, type PasswordProblem } from '../passwords/password-rules.ts';
import { hashPassword } from '../passwords/password-hash.ts';

export interface AccountCommandIo extends CommandOutput {
  askPassword(): Promise<string>;
}

export const accountUsage = `account create EMAIL [--name NAME] [--role ROLE] [--google]
                             make an account; asks for its password, with --google it has none and waits for
                             the first Google sign-in with this address. ROLE is ${roles.join(', ')}
account list                 every account
account set-password EMAIL   asks for the new one and ends all sessions
account set-role EMAIL ROLE
account disable EMAIL        ends all sessions and lets nobody in; account enable EMAIL undoes it
account log [COUNT]          the last COUNT events, 50 if not given`;

interface Tools {
  db: Database;
  audit: Audit;
  io: AccountCommandIo;
  options: { name?: string | undefined; role?: string | undefined; google?: boolean | undefined };
}

type Command = (args: readonly string[], tools: Tools) => Promise<void>;

/** Action → what it does and how many arguments it takes. */
const commands: Readonly<Record<string, { run: Command; min: number; max: number }>> = {
  create: { run: create, min: 1, max: 1 },
  list: { run: list, min: 0, max: 0 },
  'set-password': { run: changePassword, min: 1, max: 1 },
  'set-role': { run: changeRole, min: 2, max: 2 },
  disable: { run: disable, min: 1, max: 1 },
  enable: { run: enable, min: 1, max: 1 },
  log: { run: showLog, min: 0, max: 1 },
};

/** Runs one account command. Resolves to the exit code. */
export async function accountCommand(
  args: readonly string[],
  config: Config,
  log: Log,
  io: AccountCommandIo,
): Promise<number> {
  const parsed = parseArguments(args, {
    name: { type: 'string' },
    role: { type: 'string' },
    google: { type: 'boolean' },
  });
  const [action = '', ...rest] = parsed?.positionals ?? [];
  const command = ownValue(commands, action);
  if (!parsed || !command || rest.length < command.min || rest.length > command.max) {
    io.err(`Usage:\n${accountUsage}`);
    return 2;
  }
  const db = await openDatabase(config.database, log);
  try {
    await command.run(rest, { db, audit: createAudit(db, systemClock, log), io, options: parsed.values });
    return 0;
  } finally {
    await db.close();
  }
}

async function create([address = '']: readonly string[], { db, audit, io, options }: Tools): Promise<void> {
  const email = requireEmail(address);
  const role = requireRole(options.role ?? 'reader');
  if ((await findAccountByEmail(db, email)) !== null) throw alreadyThere(email);
  const passwordHash = options.google ? null : await askForHash(io);
  const name = options.name?.trim().slice(0, 60) || (email.split('@')[0] ?? email);
  const createdAt = systemClock.nowIso();
  const account = await writeTransaction(db, (trx) =>
    insertAccount(trx, { email, name, role, passwordHash, createdAt }),
  );
  if (account === null) throw alreadyThere(email);
  await audit('account-created', { accountId: account.id, detail: `${role}, operator` });
  io.out(`${email} is ${role === 'reader' ? 'a' : 'an'} ${role}.`);
}

async function list(_args: readonly string[], { db, io }: Tools): Promise<void> {
  for (const account of await listAccounts(db)) {
    const state = account.disabled_at === null ? '' : '  disabled';
    io.out(
      `${account.email}  ${account.role}  ${account.name}  since ${account.created_at.slice(0, 10)}${state}`,
    );
  }
}

async function changePassword([email = '']: readonly string[], { db, audit, io }: Tools): Promise<void> {
  const account = await requireAccount(db, email);
  const passwordHash = await askForHash(io);
  await writeTransaction(db, (trx) => setPassword(trx, account.id, passwordHash));
  await audit('password-changed', { accountId: account.id, detail: 'operator' });
  io.out(`${account.email} has a new password; all its sessions are over.`);
}

async function changeRole([email = '', to = '']: readonly string[], { db, audit, io }: Tools): Promise<void> {
  const account = await requireAccount(db, email);
  const role = requireRole(to);
  requireDone(await changeAccounts(db, (trx) => setRole(trx, account.id, role)), account);
  await audit('role-changed', { accountId: account.id, detail: `${account.role} to ${role}` });
  io.out(`${account.email} was ${account.role} and is ${role}.`);
}

async function disable([email = '']: readonly string[], { db, audit, io }: Tools): Promise<void> {
  const account = await requireAccount(db, email);
  const disabledAt = systemClock.nowIso();
  requireDone(await changeAccounts(db, (trx) => setDisabled(trx, account.id, disabledAt)), account);
  await audit('account-disabled', { accountId: account.id });
  io.out(`${account.email} is disabled; all its sessions are over.`);
}

async function enable([email = '']: readonly string[], { db, audit, io }: Tools): Promise<void> {
  const account = await requireAccount(db, email);
  await changeAccounts(db, (trx) => setDisabled(trx, account.id, null));
  await audit('account-enabled', { accountId: account.id });
  io.out(`${account.email} can sign in again.`);
}

async function showLog([count = '50']: readonly string[], { db, io }: Tools): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(count))
    throw new OperatorError(`${count} is not a number of events, such as 50`);
  for (const { at, event, account_id, email, address, detail } of await listEvents(db, Number(count))) {
    const fields = [email ?? account_id ?? 'no account', address, detail].filter((field) => field !== null);
    io.out(`${at}  ${event}  ${fields.join('  ')}`);
  }
}

function alreadyThere(email: string): OperatorError {
  return new OperatorError(`${email} has an account already; account set-role or set-password changes it`);
}

function requireEmail(text: string): string {
  const email = normaliseEmail(text);
  if (email === null) throw new OperatorError(`${text} is not an e-mail address, such as name@example.com`);
  return email;
}

async function requireAccount(db: Database, text: string): Promise<Account> {
  const account = await findAccountByEmail(db, requireEmail(text));
  if (account === null) throw new OperatorError(`${text} has no account; account list names those there are`);
  return account;
}

function requireDone(change: AccountChange, { email }: Account): void {
  if (change === 'done') return;
  throw new OperatorError(
    `${email} is the last admin who can sign in; make another one first, with account create or account set-role`,
  );
}

function requireRole(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw new OperatorError(`${text} is not a role; the roles are ${roles.join(', ')}`);
  return role;
}

async function askForHash(io: AccountCommandIo): Promise<string> {
  const password = await io.askPassword();
  const problem = await findPasswordProblem(password);
  if (problem !== null) throw new OperatorError(passwordProblems[problem]);
  return hashPassword(password);
}

const passwordProblems: Record<PasswordProblem, string> = {
  'too-short': 'the password has fewer than 8 characters',
  'too-long': `the password has more than ${maxPasswordLength} characters`,
  'too-common': 'the password is one of the most common ones; choose another',
};
