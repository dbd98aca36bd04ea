import { expect, onTestFinished } from 'vitest';
import type { Role } from '#shared/accounts.ts';
import type { Log } from '#server/base/log.ts';
import { openForVisitors, type Database } from '#server/db/open/open-database.ts';
import { findAccountByEmail, type Account } from '#server/features/accounts/account-queries.ts';
import type { Services } from '#server/services.ts';
import { anAccount, rightPassword, signedIn } from './accounts.ts';
import { silentLog, type EngineName } from './databases.ts';
import { aClockAt, openSite } from './site.ts';

/** Password that people choose with a link. */
export const newPassword = '茶山上的一個新密碼';

/** Fields with which an admin confirms. */
export const asAdmin = { password: rightPassword };

/** The form that makes an account. */
export const mei = { do: 'create', email: 'Mei@Example.com', name: '陳小梅', role: 'editor', ...asAdmin };

/** A site with two admins, an editor and a reader, all signed in. */
export async function aSiteOfStaff({ engine, log }: { engine: EngineName; log?: Log }) {
  const clock = aClockAt('2026-11-01T08:00:00.000Z');
  const { app, services } = await openSite({ engine, clock, ...(log && { log }) });
  const { db } = services;
  const join = async (name: string, label: string, role: Role) => {
    const account = await anAccount(db, { email: `${name}@example.com`, name: label, role });
    return { account, cookie: await signedIn(app, account.email) };
  };
  return {
    ...{ app, services, db, clock },
    admin: await join('admin', '站長', 'admin'),
    other: await join('other', '周若水', 'admin'),
    editor: await join('editor', '林小青', 'editor'),
    reader: await join('reader', '王小華', 'reader'),
  };
}

/** The database of a site as another process of it has it. */
export async function aSecondProcess({ config }: Services): Promise<Database> {
  const db = await openForVisitors(config.database, silentLog);
  onTestFinished(() => db.close());
  return db;
}

export async function accountIn(db: Database, email: string): Promise<Account> {
  const account = await findAccountByEmail(db, email);
  if (account === null) throw new Error(`there is no ${email}`);
  return account;
}

/** Events of an account, in order. */
export async function eventsOf(db: Database, id: string) {
  const rows = await db.read
    .selectFrom('account_events')
    .select(['event', 'detail'])
    .where('account_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ event, detail }) => [event, detail]);
}

/** Path of the link that a page shows to the admin who made it. */
export function linkIn(html: string): string {
  const link = /http:\/\/[^/"<]+(\/account\/link\/[\w-]{43})/.exec(html)?.[1];
  expect(link, html.replace(/<[^>]+>/g, ' ').slice(0, 600)).toBeDefined();
  return link ?? '';
}

/** Content of the submitted form, which is open. */
export function formOf(html: string): string {
  return /<details open="">([\s\S]*?)<\/details>/.exec(html)?.[1] ?? '';
}
