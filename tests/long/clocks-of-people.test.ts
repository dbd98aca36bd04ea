import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { createAttempts } from '#server/features/accounts/passwords/attempts.ts';
import { createSignInLimits } from '#server/features/accounts/passwords/sign-in-limits.ts';
import { findLink, makeLink } from '#server/features/accounts/staff/account-links.ts';
import { createSessions } from '#server/features/accounts/sessions/sessions.ts';
import { createTrashEmptying } from '#server/features/editing/entries/keep-trash-empty.ts';
import { anAccount } from '../helpers/accounts.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines, openTestDatabase } from '../helpers/databases.ts';
import { aSettableClock, clockSteps, dayMs, hourMs, minuteMs, yearMs } from '../helpers/settable-clock.ts';
import { openSite } from '../helpers/site.ts';

describe.for(engines)('with a clock that somebody sets, on %s', (engine) => {
  describe.for(clockSteps)('by %i ms', (step) => {
    test('a session lasts, and never longer than twice its time', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const { id: accountId } = await anAccount(db);
      const lifetimes = readConfig({}).sessionLifetimes;
      for (const isRemembered of [false, true]) {
        const sessions = createSessions(db, clock, lifetimes);
        const secret = await sessions.start({ accountId, way: 'password', isRemembered, userAgent: '' });
        clock.step(step);
        if (step === -hourMs || step === hourMs) expect(await sessions.find(secret)).not.toBeNull();
        const { absoluteMs } = isRemembered ? lifetimes.remembered : lifetimes.short;
        clock.pass(2 * absoluteMs + 2 * minuteMs);
        expect(await sessions.find(secret)).toBeNull();
        expect(await sessions.list(accountId)).toEqual([]);
        clock.step(-step);
      }
    });

    test('a link for a password ends', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const { id } = await anAccount(db);
      const { secret } = await writeTransaction(db, (trx) =>
        makeLink(trx, { accountId: id, madeBy: id, now: clock.now() }),
      );
      clock.step(step);
      clock.pass(6 * dayMs + hourMs);
      const link = await findLink(db.read, secret, { now: clock.nowIso(), mayMakeLinks: () => true });
      expect(link.kind).toBe('old');
    });

    test('whoever was wrong too often may try again', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const windowMs = 15 * minuteMs;
      const limit = { key: 'k', max: 1 };
      const [here, elsewhere] = [createAttempts(db, clock, windowMs), createAttempts(db, clock, windowMs)];
      expect(await here.countAttempt(limit)).toBeNull();
      expect(await here.countAttempt(limit)).toMatchObject({ kind: 'limited', isFirst: true });
      clock.step(step);
      // For as long as was announced, whatever the clock says.
      expect(here.findLimited(limit)).toMatchObject({ retryAfterMs: windowMs });
      clock.pass(windowMs + 2 * minuteMs);
      expect(here.findLimited(limit)).toBeNull();
      expect(await elsewhere.countAttempt(limit)).toBeNull();
      const limits = createSignInLimits(db, clock);
      expect([limits.raiseRank('n'), limits.raiseRank('n')]).toEqual([1, 2]);
      clock.step(step);
      expect(limits.raiseRank('n')).toBe(3);
      clock.pass(windowMs);
      expect(limits.raiseRank('n')).toBe(1);
    });

    test('nothing of the trash is gone too early, and nothing stays for ever', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const empty = createTrashEmptying({ db, clock });
      const trash = {
        kind: 'pages',
        version: 1,
        title: '',
        state: 'draft',
        changed_at: isoAt(clock.now()),
      } as const;
      const put = (key: string) =>
        db.write
          .insertInto('entries')
          .values({ ...trash, key, id: key, deleted_at: clock.nowIso() })
          .execute();
      const left = async () => {
        clock.pass(6 * hourMs);
        await empty();
        return (await db.read.selectFrom('entries').select('key').orderBy('key').execute()).map(
          ({ key }) => key,
        );
      };
      await put('before');
      clock.step(step);
      await put('meanwhile');
      expect(await left()).toEqual(['before', 'meanwhile']);
      clock.step(-step);
      expect(await left()).toEqual(['before', 'meanwhile']);
      if (step !== -yearMs) expect(await left()).toEqual(['before', 'meanwhile']);
      clock.pass(91 * dayMs);
      expect(await left()).toEqual([]);
    });

    test('pages and sitemaps show what is published by then', async () => {
      const clock = aSettableClock();
      const at = (ms: number) => isoAt(clock.now() + ms);
      const times = {
        old: at(-2 * yearMs),
        lately: at(-hourMs / 2),
        soon: at(hourMs / 2),
        later: at(2 * dayMs),
      };
      const articles = Object.entries(times).map(([id, publishedAt]) => [
        `articles/${id}.md`,
        anArticle({ title: `文章${id}`, publishedAt }),
      ]);
      const { app } = await openSite({
        engine,
        clock,
        env: { PUBLIC_URL: 'https://tea.example' },
        files: { 'authors/lin.md': anAuthor(), ...Object.fromEntries(articles) },
      });
      const shown = async (address: string) => {
        const { text } = await request(app).get(address).set('Accept', 'text/html').expect(200);
        return Object.keys(times).filter((id) => text.includes(`/articles/${id}`));
      };
      const expectRight = async () => {
        const right = Object.entries(times).flatMap(([id, time]) => (time <= clock.nowIso() ? [id] : []));
        for (const address of ['/articles', '/sitemaps/articles-1.xml'])
          await expect.poll(() => shown(address)).toEqual(right);
        // Once more, from what is kept.
        for (const address of ['/articles', '/sitemaps/articles-1.xml'])
          expect(await shown(address), address).toEqual(right);
      };
      for (const ms of [0, step, -step]) {
        clock.step(ms);
        await expectRight();
      }
      clock.pass(hourMs);
      await expectRight();
    });
  });
});
