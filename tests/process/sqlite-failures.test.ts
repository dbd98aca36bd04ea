import { spawn } from 'node:child_process';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { UnknownOutcomeError } from '#server/db/dialects/unknown-outcome.ts';
import {
  openDatabase,
  writeTransaction,
  writeVolatile,
  type Database,
} from '#server/db/open/open-database.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount, get, post, signedIn } from '../helpers/accounts.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { newDatabaseConfig, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const files = { 'products/pot.md': aProduct(), 'products/cup.md': aProduct() };

async function openSignedIn() {
  const { log, lines } = keptLog();
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const { app, services } = await openSite({ files, log, clock });
  await anAccount(services.db);
  const cookie = await signedIn(app);
  lines.length = 0;
  const { database } = services.config;
  if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
  const errors = () => lines.filter(({ level }) => level === 'error');
  const save = (id = 'pot') => post(app, '/account/saved', { save: `product:${id}` }, cookie);
  return { app, db: services.db, clock, cookie, file: database.file, lines, errors, save };
}

const retryAfter = expect.stringMatching(/^\d+$/);

describe('what cannot be written is refused with its reason', () => {
  test('a full disk is 507, and the site goes on', async () => {
    const { app, db, errors, save } = await openSignedIn();
    await sql`pragma max_page_count = 1`.execute(db.write);
    const statuses: number[] = [];
    while (statuses.length < 100 && !statuses.some((status) => status >= 500))
      statuses.push((await save(`${statuses.length}${'x'.repeat(150)}`)).status);
    expect(statuses.at(-1)).toBe(507);
    expect(errors()).toMatchObject([
      { storage: 'full', err: { message: expect.stringContaining('database or disk is full') } },
    ]);
    expect((await get(app, '/product')).status).toBe(200);

    await sql`pragma max_page_count = 1000000`.execute(db.write);
    expect((await save()).status).toBe(303);
  });

  test('a database that can only be read is 503', async () => {
    const { app, db, clock, cookie, errors, save } = await openSignedIn();
    await sql`pragma query_only = on`.execute(db.write);
    const refused = await save();
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': retryAfter });
    expect(errors()).toMatchObject([{ storage: 'read-only' }]);
    // The session is marked as seen, without a request for that.
    clock.set('2026-11-20T05:00:00Z');
    expect((await get(app, '/account/saved', cookie)).status).toBe(200);
    await sql`pragma query_only = off`.execute(db.write);
    expect((await save()).status).toBe(303);
  });

  test('an import on a full disk ends with one line, writing nothing', async () => {
    const db = await openTestDatabase('sqlite');
    await sql`pragma max_page_count = 1`.execute(db.write);
    const large = contentFolder({ 'products/pot.md': aProduct({}, '茶'.repeat(200_000)) });
    const error = await importContent(large, db, folderStore(temporaryFolder())).catch(
      (thrown: unknown) => thrown,
    );
    expect(describeFailure(error)).toMatch(/^there is no room: database or disk is full; .+$/);
    expect(await db.read.selectFrom('products').select('id').execute()).toEqual([]);
  });

  test('an import whose disk fails ends with one line', async () => {
    const config = await newDatabaseConfig('sqlite');
    if (config.engine !== 'sqlite') throw new Error('asked for SQLite');
    await (await openDatabase(config, silentLog)).close();
    const large = contentFolder({ 'products/pot.md': aProduct({}, '茶'.repeat(900_000)) });
    const command = [path.join(production.outDir, 'cli.js'), 'content', 'import', large];
    // No file may become larger than 2 MB: the system refuses to write on, as a disk that breaks does.
    const child = spawn('sh', ['-c', 'ulimit -f 4000; exec "$@"', 'sh', process.execPath, ...command], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: `sqlite:${config.file}`,
        DATA_DIR: temporaryFolder(),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(text).toMatch(/^the database went away: disk I\/O error; .+\n$/);
    expect(code).toBe(1);
  });
});

describe('while others write', () => {
  /** Waiting is in virtual time from here on; queries to SQLite are not. */
  function stopTheClock(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test('all who wait are answered after 5 s, counted from when each asked, and pages at once', async () => {
    const { app, db, clock, cookie, errors, file, save } = await openSignedIn();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    stopTheClock();
    const tries = countTries(db);
    const answers: number[] = [];
    const saves = Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const answer = await save(`p${i}`);
        answers.push(answer.status);
        return answer;
      }),
    );
    // The first tries to begin, again and again, and five wait for their turn.
    await until(() => vi.getTimerCount() === 5);
    vi.advanceTimersByTime(4_999);
    await tries.untilMore();
    clock.set('2026-11-20T05:00:00Z');
    expect((await get(app, '/account/saved', cookie)).status).toBe(200);
    expect(answers).toEqual([]);
    vi.advanceTimersByTime(2);
    const refused = await saves;
    expect(answers).toEqual(refused.map(() => 503));
    for (const { headers } of refused) expect(headers).toMatchObject({ 'retry-after': retryAfter });
    expect(errors()).toMatchObject(refused.map(() => ({ storage: 'busy' })));
    other.exec('rollback');
    expect((await save()).status).toBe(303);
  });

  test('a write of this process holds nobody up, others keep their order', async () => {
    const { db, save } = await openSignedIn();
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holder = writeVolatile(db, () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    stopTheClock();
    const saves = Promise.all([save('a'), save('b')]);
    await until(() => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(5_000);
    expect((await saves).map(({ status }) => status)).toEqual([503, 503]);

    const order: string[] = [];
    const writes = ['c', 'd', 'e'].map((name) => writeTransaction(db, async () => void order.push(name)));
    held.resolve();
    await Promise.all([holder, ...writes]);
    expect(order).toEqual(['c', 'd', 'e']);
  });

  test('an import waits for longer than a visitor', async () => {
    const db = await openTestDatabase('sqlite');
    const other = new DatabaseSync(db.engine === 'sqlite' ? (db.readConnection.location() ?? '') : '');
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    stopTheClock();
    const tries = countTries(db);
    const importing = importContent(contentFolder(files), db, folderStore(temporaryFolder()));
    await tries.untilMore();
    vi.advanceTimersByTime(50_000);
    await tries.untilMore();
    other.exec('rollback');
    expect((await importing).written.products).toBe(2);
  });

  /** Polling by Vitest would advance the time. */
  async function until(isSo: () => boolean): Promise<void> {
    for (let looks = 0; looks < 10_000; looks += 1) {
      if (isSo()) return;
      await delay(1);
    }
    throw new Error('what the test waits for did not come');
  }

  /** How often it was tried to begin a transaction: before each try its files are looked at. */
  function countTries(db: Database) {
    if (db.engine !== 'sqlite') throw new Error('asked for SQLite');
    const look = vi.spyOn(db.files, 'require');
    onTestFinished(() => look.mockRestore());
    return {
      /** Two: the first may have begun before. */
      async untilMore() {
        const before = look.mock.calls.length;
        await until(() => look.mock.calls.length > before + 1);
      },
    };
  }
});

describe('a database that is taken away while it is open', () => {
  const ways: [what: string, takeAway: (file: string) => void][] = [
    ['removed', (file) => rmSync(file)],
    ['moved away', (file) => renameSync(file, `${file}.old`)],
    [
      'replaced',
      (file) => {
        copyFileSync(file, `${file}.new`);
        renameSync(`${file}.new`, file);
      },
    ],
    ['robbed of its log', (file) => rmSync(`${file}-wal`)],
    ['robbed of its index', (file) => rmSync(`${file}-shm`)],
  ];

  test.for(ways)('and %s is not written to, and not ready', async ([, takeAway]) => {
    const { app, cookie, file, lines, save } = await openSignedIn();
    await get(app, '/product').expect(200);
    takeAway(file);
    for (let i = 0; i < 3; i += 1) {
      const refused = await save();
      expect(refused.status).toBe(503);
      expect(refused.headers).toMatchObject({ 'retry-after': retryAfter });
    }
    const ready = await get(app, '/readyz').expect(503);
    expect(ready.body).toMatchObject({ checks: { database: false } });

    const kept = await get(app, '/product').expect(200);
    expect(kept.headers['server-timing']).toContain('stale');
    await get(app, '/product/info/pot').expect(503);
    await get(app, '/account', cookie).expect(503);
    const told = lines.filter(({ msg }) => msg.includes('removed or replaced'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ level: 'error', problem: expect.stringContaining(path.basename(file)) });
  });

  test('is noticed without a request', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { file, errors } = await openSignedIn();
    vi.advanceTimersByTime(1_000);
    expect(errors()).toEqual([]);
    rmSync(file);
    vi.advanceTimersByTime(1_000);
    expect(errors()).toHaveLength(1);
  });

  test('is used again when its very files are put back, no others', async () => {
    const { app, file, lines, save } = await openSignedIn();
    renameSync(file, `${file}.old`);
    expect((await save()).status).toBe(503);
    copyFileSync(`${file}.old`, file);
    expect((await save()).status).toBe(503);
    renameSync(`${file}.old`, file);
    await get(app, '/readyz').expect(200);
    await get(app, '/product/info/pot').expect(200);
    expect((await save()).status).toBe(303);
    expect(lines.filter(({ msg }) => msg.includes('in their place again'))).toHaveLength(1);
  });

  test('is told of when it happens while something is written', async () => {
    const { db, file } = await openSignedIn();
    const write = writeTransaction(db, async (trx) => {
      await trx.insertInto('media_jobs').values({ file: 'a', run_at: '' }).execute();
      rmSync(file);
    });
    await expect(write).rejects.toThrow(UnknownOutcomeError);
  });
});
