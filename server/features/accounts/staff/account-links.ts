import type { Kysely, Transaction } from 'kysely';
import type { Role } from '#shared/accounts.ts';
import { isOver, isoAt } from '#server/base/clock.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs, hourMs } from '#server/base/durations.ts';
import { setPassword } from '../account-queries.ts';
import { hashSecret, newSecret } from '../secrets.ts';

const linkLifetimeMs = 72 * hourMs;
/** Time for which an expired link is still recognised as used, or as too old. */
const keptMs = 30 * dayMs;

export interface NewLink {
  /** Stands in the address of the link, and is stored nowhere. */
  secret: string;
  endsAt: string;
}

/** Makes the one link by which the holder of the account sets its password. Those from before are no more. */
export async function makeLink(
  trx: Transaction<Schema>,
  { accountId, madeBy, now }: { accountId: string; madeBy: string; now: number },
): Promise<NewLink> {
  await trx
    .deleteFrom('account_links')
    .where(({ eb, or, and }) =>
      or([
        and([eb('account_id', '=', accountId), eb('used_at', 'is', null)]),
        eb('ends_at', '<', isoAt(now - keptMs)),
      ]),
    )
    .execute();
  const secret = newSecret();
  const endsAt = isoAt(now + linkLifetimeMs);
  await trx
    .insertInto('account_links')
    .values({
      id_hash: hashSecret(secret),
      account_id: accountId,
      made_by: madeBy,
      created_at: isoAt(now),
      ends_at: endsAt,
      used_at: null,
    })
    .execute();
  return { secret, endsAt };
}

export interface OpenLink {
  kind: 'open';
  accountId: string;
  madeBy: string;
  email: string;
  name: string;
  role: Role;
  endsAt: string;
}

export type LinkState =
  | OpenLink
  | { kind: 'unknown' }
  | { kind: 'used' }
  /** The link has expired, or the account is disabled, or the admin who made it may not do so any longer. */
  | { kind: 'old' };

export interface LinkRules {
  now: string;
  mayMakeLinks: (role: Role) => boolean;
}

/** Looks a link up, and uses nothing up. */
export async function findLink(
  db: Kysely<Schema>,
  secret: string,
  { now, mayMakeLinks }: LinkRules,
): Promise<LinkState> {
  const row = await db
    .selectFrom('account_links as link')
    .innerJoin('accounts as account', 'account.id', 'link.account_id')
    .innerJoin('accounts as maker', 'maker.id', 'link.made_by')
    .select(['link.account_id', 'link.made_by', 'link.ends_at', 'link.used_at'])
    .select(['account.email', 'account.name', 'account.role', 'account.disabled_at'])
    .select(['maker.role as maker_role', 'maker.disabled_at as maker_disabled_at'])
    .where('link.id_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (!row) return { kind: 'unknown' };
  if (row.used_at !== null) return { kind: 'used' };
  const isDisabled = row.disabled_at !== null || row.maker_disabled_at !== null;
  if (isOver(row.ends_at, Date.parse(now), 2 * linkLifetimeMs) || isDisabled || !mayMakeLinks(row.maker_role))
    return { kind: 'old' };
  const { account_id: accountId, made_by: madeBy, email, name, role, ends_at: endsAt } = row;
  return { kind: 'open', accountId, madeBy, email, name, role, endsAt };
}

/** Sets the password and uses the link up: of two who try at once, one does. Ends every session of the account. */
export function spendLink(
  db: Database,
  { secret, passwordHash }: { secret: string; passwordHash: string },
  rules: LinkRules,
): Promise<LinkState> {
  return writeTransaction(db, async (trx) => {
    const link = await findLink(trx, secret, rules);
    if (link.kind !== 'open') return link;
    const spent = await trx
      .updateTable('account_links')
      .set({ used_at: rules.now })
      .where('id_hash', '=', hashSecret(secret))
      .where('used_at', 'is', null)
      .returning('id_hash')
      .executeTakeFirst();
    if (!spent) return { kind: 'used' };
    await setPassword(trx, link.accountId, passwordHash);
    return link;
  });
}
