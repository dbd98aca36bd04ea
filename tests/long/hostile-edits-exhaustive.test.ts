import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Role } from '#shared/accounts.ts';
import { systemClock } from '#server/base/clock.ts';
import { createSessions } from '#server/features/accounts/sessions/sessions.ts';
import { anAccount } from '../helpers/accounts.ts';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { sendAll } from '../helpers/hostile-answers.ts';
import { hostileEdits, senders } from '../helpers/hostile-edits.ts';
import { howMany } from '../helpers/how-many.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const perSite = 2_000;
const sites = howMany({ usually: 1, whole: 50 });
const seeds = Array.from({ length: sites }, (_, index) => 20_261_126 + index);

const files: Files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'products/pot.md': aProduct(),
  'articles/spring.md': anArticle({ tags: ['茶'] }),
  'articles/winter.md': anArticle({ title: '冬茶' }),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\n',
};

describe.for(engines)('on %s', (engine) => {
  test.for(seeds)(
    `${perSite} random requests at the edit area (seed %i) are answered without a failure`,
    async (seed) => {
      const { log, lines } = keptLog();
      const site = await openSite({ engine, files, log, env: { TRUST_PROXY: '1' } });
      const made = await madeIn(site);
      const port = await listen(site);
      const requests = hostileEdits(perSite, seed);
      // Fewer than PostgreSQL has connections: 503 is right when they are waited for too long, and no failure of a form.
      const { complaints, statuses } = await sendAll(port, requests, {
        atOnce: 4,
        fill: (request) => fillIn(site, made, request),
      });
      expect(complaints.slice(0, 10)).toEqual([]);
      expect(lines.filter(({ level }) => level === 'error' || level === 'fatal').slice(0, 10)).toEqual([]);
      // They reach all of the edit area: pages, forms that were done, refusals of each sort.
      for (const status of [200, 303, 401, 404, 409, 422])
        expect(statuses.get(status), String(status)).toBeGreaterThan(5);
    },
  );
});

async function fillIn({ services: { db } }: TestSite, made: Made, request: string): Promise<string> {
  const filled = request.replace(/\{(\w+):(\d+)\}/g, (whole, what: string, index: string) => {
    const values = made.get(what);
    return values?.[Number(index) % values.length] ?? whole;
  });
  const [version, index] = /\{version:(\d+)\}/.exec(filled) ?? [];
  if (version === undefined) return filled;
  const row = await db.read
    .selectFrom('entries')
    .select('version')
    .where('key', '=', made.get('key')?.[Number(index)] ?? '')
    .executeTakeFirst();
  return filled.replace(version, String(row?.version ?? 1));
}

type Made = ReadonlyMap<string, readonly string[]>;

/** Values for the placeholders of requests. */
async function madeIn({ services: { db } }: TestSite): Promise<Made> {
  const lifetimes = { idleMs: 3_600_000, absoluteMs: 3_600_000 };
  const { start } = createSessions(db, systemClock, { short: lifetimes, remembered: lifetimes });
  const made = new Map<string, string[]>([['account', []]]);
  for (const role of senders.filter((sender): sender is Role => sender !== 'visitor')) {
    const secrets: string[] = [];
    // Several: some sign themselves out, or take a role away.
    for (let index = 0; index < 10; index += 1) {
      const { id } = await anAccount(db, { email: `${role}-${index}@example.com`, role });
      secrets.push(await start({ accountId: id, way: 'password', isRemembered: false, userAgent: '' }));
      if (index < 4) made.get('account')?.push(id);
    }
    made.set(role, secrets);
  }
  const entries = await db.read.selectFrom('entries').select('key').orderBy('kind').orderBy('id').execute();
  return made.set(
    'key',
    entries.map(({ key }) => key),
  );
}

async function listen({ app }: TestSite): Promise<number> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
