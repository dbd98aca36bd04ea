import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPageStore } from '#server/pages/page-store.ts';
import { tagNumber, tagNumbers } from '#server/db/tags.ts';
import type { Services } from '#server/services.ts';
import { openSite } from '../helpers/site.ts';

/** Writes as many tags as an import of that many products announces. */
async function announce({ db }: Services, count: number): Promise<void> {
  await sql`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})
    insert into changes (tag, seq)
    select 'product:p' || i, i + (select coalesce(max(seq), 0) from changes) from numbers where true
    on conflict (tag) do update set seq = excluded.seq`.execute(db.write);
}

/** In ms, the shortest of some, for the machine has other work. */
async function shortest(work: () => void, before: () => Promise<void> = async () => {}): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await before();
    const startedAt = performance.now();
    work();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

/** How long the news of such a commit holds the server. */
function newsTakes(services: Services): Promise<number> {
  return shortest(
    () => services.changeFeed.catchUp(),
    () => announce(services, 10_000),
  );
}

test('the news of 10,000 changes takes as long for many stores and pages under way as for one', async () => {
  const { services } = await openSite();
  const alone = await newsTakes(services);
  const maxBytes = 1_000_000;
  for (let i = 0; i < 5; i += 1) createPageStore({ ...services, feed: services.changeFeed, maxBytes });
  for (let i = 0; i < 30; i += 1) services.changes.begin();
  expect(await newsTakes(services)).toBeLessThan(2 * alone + 1);
});

test('the news of 10,000 changes takes little longer than to write them down', async () => {
  const { services } = await openSite();
  const tags = Array.from({ length: 10_000 }, (_, i) => `product:p${i}`);
  const written = await shortest(() => {
    const book = new Map<number, number>();
    for (const tag of tags) book.set(tagNumber(tag), 1);
  });
  // 1.3 times; 6 times when each change is a row first, and a member of a set.
  expect(await newsTakes(services)).toBeLessThan(3 * written);
});

test('what is being read while more changes than are remembered is not kept, whatever it reads', async () => {
  const { services } = await openSite();
  const { changes, changeFeed } = services;
  const before = changes.begin();
  for (let i = 0; i < 4; i += 1) {
    await announce(services, 30_000);
    changeFeed.catchUp();
  }
  // What becomes due next is read anew after each change.
  await expect.poll(() => changeFeed.catchUp()).toBe(true);
  const tags = tagNumbers(['product:p1', 'site']);
  expect(before.isUntouched()).toBe(false);
  expect(before.allows(tagNumbers(['site']))).toBe(false);
  expect(changes.begin().allows(tags)).toBe(true);
});
