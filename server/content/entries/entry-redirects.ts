import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { spellSitePath } from './entry-addresses.ts';
import { isSitePath } from '../site-path.ts';

/** Author and time of a redirect, beside the address that no longer is a page. */
export interface Written {
  /** Site path without the base path, in any spelling; with a query only where that is part of an entry's address. */
  from: string;
  /** Name of the account. */
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The old address leads to the entry, wherever it is. */
export async function redirectToEntry(
  trx: Transaction<Schema>,
  { entryKey, ...written }: Written & { entryKey: string },
): Promise<void> {
  await writeRedirect(trx, { ...written, from: requirePath(written.from) }, { entry_key: entryKey });
}

export async function removeRedirect(trx: Transaction<Schema>, path: string): Promise<void> {
  await trx.deleteFrom('redirects').where('from_path', '=', requirePath(path)).execute();
}

/** Removes the redirect that led to the entry which is at the address now; that of another stays, for when this one leaves. */
export async function removeOwnRedirect(
  trx: Transaction<Schema>,
  path: string,
  entryKey: string,
): Promise<void> {
  await trx
    .deleteFrom('redirects')
    .where('from_path', '=', requirePath(path))
    .where('entry_key', '=', entryKey)
    .execute();
}

export type Leads = { entry_key: string } | { to_path: string } | { is_gone: 1 };

/** Writes where an address leads that is in its one spelling. */
export async function writeRedirect(
  trx: Transaction<Schema>,
  { from, by, at }: Written,
  leads: Leads,
): Promise<void> {
  const row = {
    entry_key: null,
    to_path: null,
    is_gone: 0 as const,
    ...leads,
    created_at: at,
    account_name: by,
  };
  await trx
    .insertInto('redirects')
    .values({ from_path: from, ...row })
    .onConflict((conflict) => conflict.column('from_path').doUpdateSet(row))
    .execute();
}

/** An index on PostgreSQL takes no key above 2,704 bytes. */
const maxLength = 2_000;

/** The one spelling of an address that can lead elsewhere; null when it is none. */
export function spellFrom(path: string): string | null {
  if (!isSitePath(path) || path.includes('#')) return null;
  const spelled = spellSitePath(path);
  return spelled !== null && spelled.length <= maxLength ? spelled : null;
}

export function requirePath(path: string): string {
  const spelled = spellFrom(path);
  if (spelled === null) throw new Error(`${JSON.stringify(path)} is no path of the site`);
  return spelled;
}
