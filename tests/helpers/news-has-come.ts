import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '#server/services.ts';

/** Until what was written is known here, and what becomes due next. */
export async function newsHasCome({ db, changeFeed }: Services): Promise<void> {
  if (db.engine === 'postgres') {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = changeFeed.subscribe((changed) => {
      if (changed !== 'everything' && changed.some((tag) => `${tag}` === 'the end')) resolve();
    });
    await sql`select announce_changes(array['the end'])`.execute(db.write);
    await changeFeed.askForNews();
    await promise;
    stop();
  }
  while (!changeFeed.catchUp()) await nextTurn();
}
