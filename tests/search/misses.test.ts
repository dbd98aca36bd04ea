import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { countSearchMisses, listMisses } from '#server/search/misses.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { aProduct } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const clock = aClockAt('2026-11-20T04:00:00Z');

describe.for(engines)('on %s', (engine) => {
  test('what is found nowhere is counted, in one form for all its spellings', async () => {
    const { app, services } = await openSite({ engine, clock, files: { 'products/p.md': aProduct() } });
    for (const q of ['白毫', '白毫', '包種', 'ＭＡＴＣＨＡ', 'matcha', 'matcha 白毫'])
      await request(app)
        .get(`/search?q=${encodeURIComponent(q)}`)
        .expect(200);
    // Another kind has some.
    await request(app).get(`/search?kind=articles&q=${encodeURIComponent('包種')}`);
    // The same, as the browser asks for it.
    await request(app).get(`/search/_payload.json?kind=authors&q=${encodeURIComponent('白毫')}`);
    await services.searchMisses.flush();
    const list = () => listMisses(services.db.read, { now: clock.now(), days: 1, limit: 10 });
    expect(await list()).toEqual([
      { words: '白毫', count: 3 },
      { words: 'matcha', count: 2 },
      { words: 'matcha 白毫', count: 1 },
    ]);
    await request(app).get('/search?q=matcha');
    await services.searchMisses.flush();
    expect(await list()).toContainEqual({ words: 'matcha', count: 3 });
  });

  test('a day has at most 1,000 words, and no day is kept for ever', async () => {
    const db = await openTestDatabase(engine);
    const moving = aClockAt('2026-11-20T04:00:00Z');
    const misses = countSearchMisses({ db, clock: moving, log: silentLog });
    const note = (text: string) => misses.note(parseQuery(text).words);
    for (let i = 0; i < 600; i += 1) note(`a${'b'.repeat(i % 30)} ${'c'.repeat(1 + Math.floor(i / 30))}`);
    await misses.flush();
    for (let i = 0; i < 900; i += 1) note(`d${'e'.repeat(i % 30)} ${'f'.repeat(1 + Math.floor(i / 30))}`);
    note('a c');
    await misses.flush();
    const list = () => listMisses(db.read, { now: moving.now(), days: 120, limit: 2_000 });
    expect(await list()).toHaveLength(1_000);
    expect((await list())[0]).toEqual({ words: 'a c', count: 2 });

    moving.set('2027-03-01T04:00:00Z');
    note('茶');
    await misses.close();
    expect(await list()).toEqual([{ words: '茶', count: 1 }]);
  });
});

const asked: [q: string, counted: string[]][] = [
  ['lin@example.com', []],
  ['林小青 lin＠example.com', []],
  ['0912-345-678', []],
  ['王小明 0912 345 678', []],
  ['A123456789', []],
  ['2027', []],
  ['2027 月曆', ['月曆']],
  ['🍵', []],
  ['臺灣', ['台灣']],
  ['x'.repeat(70), []],
];

test.for(asked)('of %s is counted %o', async ([q, counted]) => {
  const db = await openTestDatabase('sqlite');
  const misses = countSearchMisses({ db, clock, log: silentLog });
  misses.note(parseQuery(q).words);
  await misses.close();
  const rows = await listMisses(db.read, { now: clock.now(), days: 1, limit: 10 });
  expect(rows.map(({ words }) => words)).toEqual(counted);
});
