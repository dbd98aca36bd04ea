import { AsyncLocalStorage } from 'node:async_hooks';
import express from 'express';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { anAccount, cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { engines } from '../helpers/databases.ts';
import { deriveOnce } from '../helpers/derive-once.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

/** Called once for each password that is looked at. */
const derive = vi.fn(deriveOnce);
beforeEach(() => {
  derive.mockReset();
});

/** A hash that no password has. */
const another = Buffer.alloc(32);

const env = { TRUST_PROXY: '1' };

function tryFrom(
  { app }: TestSite,
  address: string,
  fields: { email: string; password: string },
  cookie = '',
) {
  return post(app, '/login', fields, cookie).set('X-Forwarded-For', address);
}

describe.for(engines)('on %s', (engine) => {
  test('after ten wrong tries on an account each network has three more', async () => {
    const clock = aClockAt('2026-11-20T00:00:00Z');
    const site = await openSite({ engine, env, clock, derive });
    await anAccount(site.services.db);
    const right = { email: 'lin@example.com', password: rightPassword };
    const wrong = { ...right, password: 'wrong password' };
    for (let n = 0; n < 10; n += 1) await tryFrom(site, `10.0.0.${n}`, wrong).expect(422);
    const limited = await tryFrom(site, '10.0.0.98', wrong);
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBe('900');
    expect(limited.text).toContain('嘗試次數太多，請在 15 分鐘後再試。');

    await tryFrom(site, '10.0.0.98', right).expect(303);
    await tryFrom(site, '10.0.0.99', right).expect(303);
    for (let n = 0; n < 3; n += 1) await tryFrom(site, '10.0.0.99', wrong).expect(429);
    await tryFrom(site, '10.0.0.99', right).expect(429);

    // Attempts while it lasts do not prolong it.
    clock.set('2026-11-20T00:14:59Z');
    await tryFrom(site, '10.0.0.99', right).expect(429);
    clock.set('2026-11-20T00:15:00Z');
    await tryFrom(site, '10.0.0.99', right).expect(303);
  });

  test('a flood from many networks has a bounded number of passwords looked at', async () => {
    const clock = aClockAt('2026-11-20T00:00:00Z');
    const site = await openSite({ engine, env, clock, derive });
    await anAccount(site.services.db);
    const known = await signedIn(site.app);
    const right = { email: 'lin@example.com', password: rightPassword };
    derive.mockClear().mockResolvedValue(another);
    // For IPv6, the network of a single customer counts.
    const flood = Array.from({ length: 5 }, (_, n) => [`10.0.0.${n}`, `2001:db8:${n}:${n}::1`]).flat();
    for (let round = 0; round < 6; round += 1)
      for (const address of flood)
        await tryFrom(site, address.replace(/::1$/, `${round}::1`), { ...right, password: 'wrong password' });
    expect(derive).toHaveBeenCalledTimes(10 + 3 * flood.length);
    derive.mockReset();
    await tryFrom(site, '10.0.1.1', right).expect(303);

    const { numUpdatedRows } = await site.services.db.write
      .updateTable('attempts')
      .set({ count: 10_000 })
      .where('key', 'like', 'attack:%')
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    await tryFrom(site, '10.0.1.2', right).expect(429);
    await tryFrom(site, '10.0.1.2', right, known).expect(303);
    clock.set('2026-11-20T00:15:00Z');
    await tryFrom(site, '10.0.1.2', right).expect(303);
  });

  test('strangers do not keep out a browser that was signed in before', async () => {
    const site = await openSite({ engine, env, derive });
    await anAccount(site.services.db);
    const right = { email: 'lin@example.com', password: rightPassword };
    const known = cookiesOf(await tryFrom(site, '10.0.0.1', right));
    for (let n = 0; n < 11; n += 1)
      await tryFrom(site, `10.0.1.${n}`, { ...right, password: 'wrong password' });
    for (let n = 0; n < 3; n += 1)
      await tryFrom(site, '10.0.0.1', { ...right, password: 'wrong password' }).expect(429);
    await tryFrom(site, '10.0.0.1', right).expect(429);
    await tryFrom(site, '10.0.0.1', right, known).expect(303);
    // Known for this account only, and not without limit.
    await tryFrom(site, '10.0.0.1', { ...right, email: 'other@example.com' }, known).expect(422);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const answer = await tryFrom(site, '10.0.0.1', { ...right, password: 'wrong password' }, known);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });

  test('a network has twenty wrong tries, its IPv6 addresses together', async () => {
    const site = await openSite({ engine, env, derive });
    await anAccount(site.services.db);
    for (let n = 0; n < 3; n += 1)
      await tryFrom(site, '2001:db8::1', { email: 'lin@example.com', password: rightPassword }).expect(303);
    for (let n = 0; n < 20; n += 1) {
      const fields = { email: `nobody-${n}@example.com`, password: 'wrong password' };
      await tryFrom(site, `2001:db8::${n}`, fields).expect(422);
    }
    const fresh = { email: 'fresh@example.com', password: 'wrong password' };
    await tryFrom(site, '2001:db8::ffff', fresh).expect(429);
    await tryFrom(site, '2001:db8:0:1::1', fresh).expect(422);
  });

  test('two processes count together', async () => {
    const first = await openSite({ engine, env, derive });
    const second = await openSite({ engine, env, derive, database: first.services.config.database });
    const fields = { email: 'nobody@example.com', password: 'wrong password' };
    for (let n = 0; n < 10; n += 1)
      await tryFrom(n % 2 === 0 ? first : second, `10.0.0.${n}`, fields).expect(422);
    await tryFrom(first, '10.0.0.50', fields).expect(429);
    await tryFrom(second, '10.0.0.51', fields).expect(429);
  });

  test('the current password is asked for a limited number of times too', async () => {
    const { app, services } = await openSite({ engine, derive });
    await anAccount(services.db);
    const cookie = await signedIn(app);
    const form = { do: 'change-password', password: 'wrong password', 'new-password': '一個夠長的新密碼' };
    for (let n = 0; n < 10; n += 1) await post(app, '/account', form, cookie).expect(422);
    const limited = await post(app, '/account', { ...form, password: rightPassword }, cookie);
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
  });
});

test.for(engines)('a missing account costs on %s what an existing one costs', async (engine) => {
  const { app, services } = await openSite({ engine, derive });
  await anAccount(services.db);
  await anAccount(services.db, { email: 'google@example.com', hasPassword: false });
  // Queries outside of a request, such as the search for new titles, are not counted.
  const asks = new AsyncLocalStorage<string[]>();
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asks.getStore()?.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  services.db.read = services.db.read.withPlugin(watch);
  services.db.write = services.db.write.withPlugin(watch);
  const work: string[][] = [];
  const watched = express()
    .use((_req, _res, next) => {
      const asked: string[] = [];
      work.push(asked);
      asks.run(asked, next);
    })
    .use(app);
  for (const email of ['lin@example.com', 'nobody@example.com', 'google@example.com']) {
    derive.mockClear();
    // Cookie of a browser that got it for another account, or a made-up one.
    await post(watched, '/login', { email, password: 'wrong password' }, 'device=made-up')
      // Without the page around it.
      .set('Accept', 'application/json')
      .expect(422);
    expect(derive, email).toHaveBeenCalledTimes(1);
  }
  expect(work[0]?.length).toBeGreaterThan(4);
  expect(work[1]).toEqual(work[0]);
  expect(work[2]).toEqual(work[0]);
});

test('who would wait too long is told so, and pages answer', async () => {
  const site = await openSite({ env, derive });
  await anAccount(site.services.db);
  const blocked = Promise.withResolvers<Buffer>();
  derive.mockReturnValue(blocked.promise);
  const answers = Array.from({ length: 100 }, (_, n) =>
    tryFrom(site, `10.0.${n}.1`, { email: `nobody-${n}@example.com`, password: 'wrong password' }).then(
      (answer) => answer,
    ),
  );
  const busy = await Promise.race(answers);
  expect(busy.status).toBe(503);
  expect(busy.headers['retry-after']).toBe('5');
  expect(busy.text).toContain('目前登入的人太多');
  await get(site.app, '/login').expect(200);

  // Refused before it is read, it counts against no address: only checked passwords count.
  const counted = () => site.services.db.read.selectFrom('attempts').select('key').execute();
  const keysBefore = await counted();
  const once = { email: 'nobody-in-particular@example.com', password: 'wrong password' };
  for (let n = 0; n < 30; n += 1) await tryFrom(site, '10.0.200.1', once).expect(503);
  expect(await counted()).toEqual(keysBefore);

  blocked.resolve(another);
  const statuses = (await Promise.all(answers)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(15);
  expect(statuses.filter((status) => status !== 422 && status !== 503)).toEqual([]);
});
