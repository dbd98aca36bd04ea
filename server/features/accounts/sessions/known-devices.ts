import type { Transaction } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs } from '#server/base/durations.ts';
import { hashSecret } from '../secrets.ts';

/** Lifetime of the cookie in browsers. */
const keptMs = 400 * dayMs;

/**
 * Finds the hash of the browser, if someone has signed in to the account in it before: a stranger's attempts do not
 * hold it up. Called for missing accounts too, so that the response time reveals nothing.
 */
export async function findKnownDevice(
  db: Database,
  secret: string,
  accountId: string | null,
): Promise<string | null> {
  const row = await db.read
    .selectFrom('known_devices')
    .select('id_hash')
    .where('id_hash', '=', hashSecret(secret))
    .where('account_id', '=', accountId ?? '')
    .executeTakeFirst();
  return row?.id_hash ?? null;
}

export async function rememberDevice(
  trx: Transaction<Schema>,
  { secret, accountId, seenAt }: { secret: string; accountId: string; seenAt: string },
): Promise<void> {
  const oldest = isoAt(Date.parse(seenAt) - keptMs);
  await trx
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('seen_at', '<', oldest)
    .execute();
  await trx
    .insertInto('known_devices')
    .values({ id_hash: hashSecret(secret), account_id: accountId, seen_at: seenAt })
    .onConflict((oc) => oc.columns(['id_hash', 'account_id']).doUpdateSet({ seen_at: seenAt }))
    .execute();
}
