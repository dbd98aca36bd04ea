import { rmSync } from 'node:fs';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createClock } from '#server/base/clock.ts';
import { migrations } from '#server/db/migrations.ts';
import { noteOperation } from '#server/db/operations.ts';
import { anAccount, get, signedIn } from '../helpers/accounts.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';
import { aSiteOfStaff } from '../helpers/staff.ts';

const address = '/account/status';

describe.for(engines)('the status page on %s', (engine) => {
  test('is for admins, and for others there is nothing', async () => {
    const { app, admin, editor, reader } = await aSiteOfStaff({ engine });
    const page = await get(app, address, admin.cookie).expect(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect(page.text).toContain('<title>網站狀態');
    for (const cookie of [editor.cookie, reader.cookie, '']) {
      const hidden = await get(app, address, cookie).expect(404);
      expect(hidden.text).not.toContain('網站狀態');
      expect(hidden.text).toContain(`Page not found: ${address}`);
    }
    expect((await get(app, '/edit', editor.cookie)).text).not.toContain(address);
    expect((await get(app, '/edit', admin.cookie)).text).toContain(`href="${address}"`);
    // Its session is over.
    await get(app, address, 'session=none')
      .expect(303)
      .expect('Location', /^\/login\?next=/);
  });

  test('tells versions, database, imports and room', async () => {
    const { app, db, admin } = await aSiteOfStaff({ engine });
    await noteOperation(db, 'import', 'Imported: 3 articles');
    await noteOperation(db, 'backup', '12 MB');
    const { text } = await get(app, address, admin.cookie);
    const words = text.replace(/<[^>]+>/g, '|');
    expect(words).toMatch(engine === 'sqlite' ? /SQLite 3\.\d+/ : /PostgreSQL \d+/);
    for (const told of [
      'test-build',
      'Imported: 3 articles',
      '12 MB',
      migrations.at(-1)?.name,
      process.versions.node,
    ])
      expect(words).toContain(told);
    expect(words).toMatch(/可用空間\|+[\d.]+ [kMGT]B，共 [\d.]+ [kMGT]B/);
    expect(words.includes('個請求正在等待')).toBe(engine === 'postgres');
    expect(text).not.toMatch(/href="https?:|<script|undefined|NaN/);
  });

  test('says that the last backup is dated ahead, and by minutes is not', async () => {
    const { app, db, services, admin } = await aSiteOfStaff({ engine });
    const datedAhead = async (minutes: number) => {
      const clock = createClock(() => services.clock.now() + minutes * 60_000);
      await noteOperation(db, 'backup', '12 MB', clock);
      return (await get(app, address, admin.cookie)).text.includes('備份的時間在未來');
    };
    expect(await datedAhead(4)).toBe(false);
    expect(await datedAhead(10)).toBe(true);
  });

  test('says what is wrong and what to do, else that all is well', async () => {
    const { app, db, services, admin } = await aSiteOfStaff({ engine });
    const read = async () => (await get(app, address, admin.cookie)).text;
    expect(await read()).toContain('還沒有備份的紀錄');
    await noteOperation(db, 'backup', '12 MB', services.clock);
    expect(await read()).toContain('一切正常。');
    await db.write.insertInto('media_jobs').values({ file: 'a.jpg', run_at: '9999', tries: 1 }).execute();
    services.counts.fullDisk.add();
    for (let n = 0; n < 5; n += 1) services.counts.slowQueries.add(400 + n);
    const text = await read();
    for (const told of [
      '3 件事需要注意',
      '磁碟空間不足',
      '資料庫很慢',
      '有些圖片無法處理',
      '5 次，最久 404 毫秒',
    ])
      expect(text).toContain(told);
    expect(text).not.toContain('一切正常。');
  });
});

describe('while the database cannot say who asks', () => {
  async function openLost(env = {}) {
    const { app, services } = await openSite({ env });
    await anAccount(services.db, { role: 'admin' });
    const cookie = await signedIn(app);
    const { database } = services.config;
    if (database.engine !== 'sqlite') throw new Error('asked for SQLite');
    rmSync(database.file);
    // Looks for its files.
    await services.db.ask().catch(() => {});
    return { app, cookie };
  }

  test('the status is for who comes from the networks of operators with a session', async () => {
    const { app, cookie } = await openLost();
    const { text } = await get(app, address, cookie).expect(503);
    expect(text).toContain('資料庫沒有回應');
    expect(text).toContain('這一頁只給管理用的網路看');
    expect((await get(app, address)).text).not.toContain('只給管理用的網路');
  });

  test('and for nobody else', async () => {
    const { app, cookie } = await openLost({ OPERATOR_NETWORKS: '10.0.0.0/8' });
    const answer = await request(app).get(address).set({ Cookie: cookie, Accept: 'text/html' }).expect(503);
    expect(answer.text).not.toContain('這一頁只給管理用的網路看');
  });
});
