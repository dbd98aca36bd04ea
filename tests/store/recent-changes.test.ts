import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tagNumbers, tags } from '#server/freshness/tags.ts';
import type { Services } from '#server/services.ts';
import { openSite } from '../helpers/site.ts';

/** Writes as many tags as an import of that many products announces. */
async function announce({ db }: Services, count: number): Promise<void> {
  await sql`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})
    insert into changes (tag, seq)
    select ${sql.raw(tags.product.sql(`'p' || i`))}, i + (select coalesce(max(seq), 0) from changes) from numbers where true
    on conflict (tag) do update set seq = excluded.seq`.execute(db.write);
}

test('what is being read while more changes than are remembered is not kept, whatever it reads', async () => {
  const { services } = await openSite();
  const { readGuards, changeFeed } = services;
  const before = readGuards.begin();
  for (let i = 0; i < 4; i += 1) {
    await announce(services, 30_000);
    changeFeed.catchUp();
  }
  // The next due time is read again after each change.
  await expect.poll(() => changeFeed.catchUp()).toBe(true);
  const read = tagNumbers([tags.product('p1'), tags.site]);
  expect(before.isUntouched()).toBe(false);
  expect(before.isStillValid(tagNumbers([tags.site]))).toBe(false);
  expect(readGuards.begin().isStillValid(read)).toBe(true);
});
