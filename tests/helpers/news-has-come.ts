import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { postgresChannel } from '#server/freshness/triggers/postgres-triggers.ts';
import type { Services } from '#server/services.ts';

/** Until what was written is known here, and what becomes due next. */
export async function newsHasCome({ db, changeFeed }: Services): Promise<void> {
  if (db.engine === 'postgres') {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = changeFeed.subscribe((changed) => {
      if (changed !== 'everything' && changed.some((tag) => `${tag}` === 'the end')) resolve();
    });
    await sql`select pg_notify(${postgresChannel}, 'the end')`.execute(db.write);
    await promise;
    stop();
  }
  while (!changeFeed.catchUp()) await nextTurn();
}
