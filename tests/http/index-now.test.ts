import { sql } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { receiversOf } from '#server/features/tell/receivers.ts';
import { createTeller } from '#server/features/tell/teller.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, silentLog, type EngineName } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const key = '0123456789abcdef';
const env = { PUBLIC_URL: 'https://tea.example', INDEXNOW_KEY: key };
const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'articles/茶席.md': anArticle(),
  'articles/draft.md': anArticle({ status: 'draft' }),
  'articles/later.md': anArticle({ publishedAt: '2027-01-01T00:00:00+08:00' }),
  'products/pot.md': aProduct(),
  'pages/about.md': aPage(),
};

/** The site's own teller goes by the time of this machine. */
const askNobody = () => Promise.reject(new Error('no test asks the outside'));

interface Asked {
  url: string;
  body: { host: string; key: string; keyLocation: string; urlList: string[] };
}

interface Setting {
  site: TestSite;
  clock: ReturnType<typeof aClockAt>;
  asked: Asked[];
  /** The answers to come; when there are none left it is 200. */
  answers: (Response | Error)[];
  /** Whether it is this process that tells. */
  turn: { isMine: boolean };
  /** Moves the clock, and lets it work. */
  after(seconds: number): Promise<void>;
}

async function openSetting(
  engine: EngineName = 'sqlite',
  more: Record<string, string> = {},
): Promise<Setting> {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const site = await openSite({ engine, env: { ...env, ...more }, files, clock, fetch: askNobody });
  const { services } = site;
  await newsHasCome(services);
  const asked: Asked[] = [];
  const answers: (Response | Error)[] = [];
  const turn = { isMine: true };
  const [receiver] = receiversOf(services.config);
  if (receiver === undefined) throw new Error('it is not configured');
  const teller = createTeller(receiver, {
    ...services,
    log: silentLog,
    isMine: () => turn.isMine,
    fetch: async (url, init) => {
      asked.push({ url: String(url), body: JSON.parse(String(init?.body)) });
      const answer = answers.shift() ?? new Response(null, { status: 200 });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return {
    site,
    clock,
    asked,
    answers,
    turn,
    async after(seconds) {
      clock.set(new Date(clock.now() + seconds * 1000).toISOString());
      await newsHasCome(services);
      await teller.work();
    },
  };
}

test('of several processes one tells, and the next one begins with what is new', async () => {
  const { site, asked, turn, after } = await openSetting();
  const { db } = site.services;
  turn.isMine = false;
  await sql`update authors set name = '林'`.execute(db.write);
  await after(0);
  await after(60);
  await sql`update pages set title = '關於'`.execute(db.write);
  await after(0);
  turn.isMine = true;
  await after(60);
  expect(asked.map(({ body }) => body.urlList)).toEqual([['https://tea.example/pages/about']]);
});

test.for(engines)(
  'what visitors can see and has changed on %s is told a minute later, once',
  async (engine) => {
    const { site, asked, after } = await openSetting(engine);
    const { db } = site.services;
    await sql`update articles set title = '新題'`.execute(db.write);
    await sql`update products set price_twd = 1`.execute(db.write);
    await after(0);
    await sql`update authors set name = '林'`.execute(db.write);
    await sql`update pages set title = '關於'`.execute(db.write);
    await after(59);
    expect(asked).toEqual([]);
    await after(1);
    expect(asked).toEqual([
      {
        url: 'https://api.indexnow.org/indexnow',
        body: {
          host: 'tea.example',
          key,
          keyLocation: `https://tea.example/${key}.txt`,
          urlList: expect.anything(),
        },
      },
    ]);
    expect(asked[0]?.body.urlList.toSorted()).toEqual([
      'https://tea.example/articles/%E8%8C%B6%E5%B8%AD',
      'https://tea.example/articles/spring',
      'https://tea.example/author/lin',
      'https://tea.example/pages/about',
      'https://tea.example/product/info/pot',
    ]);
    await after(600);
    expect(asked).toHaveLength(1);
  },
);

test.for(engines)('an article whose time has come is told on %s', async (engine) => {
  const { asked, after, clock } = await openSetting(engine);
  clock.set('2026-12-31T16:00:00Z');
  await after(0);
  await after(60);
  expect(asked.map(({ body }) => body.urlList)).toEqual([['https://tea.example/articles/later']]);
});

test('nothing is told of what nobody may see', async () => {
  const { site, asked, after } = await openSetting();
  const { db } = site.services;
  await sql`update articles set title = '新題' where id in ('draft', 'later')`.execute(db.write);
  await sql`delete from articles where id = 'spring'`.execute(db.write);
  await after(0);
  await after(60);
  expect(asked).toEqual([]);
});

test('at most 10,000 addresses are told at once, and the others after them', async () => {
  const { site, asked, after } = await openSetting();
  await sql`insert into products (id, name, summary, category, availability, picture_alt, images, specs,
      description_source, description_html, published_at, status)
    select 'p' || i, '', '', '茶', 'in_stock', '', '[]', '[]', '', '', '2026-01-01T00:00:00.000Z', 'published'
    from (with recursive n (i) as (select 1 union all select i + 1 from n where i < 10500) select i from n)`.execute(
    site.services.db.write,
  );
  await after(0);
  await after(60);
  await after(10);
  expect(asked.map(({ body }) => body.urlList.length)).toEqual([10_000, 500]);
  expect(new Set(asked.flatMap(({ body }) => body.urlList)).size).toBe(10_500);
});

test('who is told to wait waits as long as that, and tries again', async () => {
  const { site, asked, answers, after } = await openSetting();
  answers.push(
    new Response(null, { status: 429, headers: { 'Retry-After': '300' } }),
    new Error('no network'),
  );
  await sql`update pages set title = '關於'`.execute(site.services.db.write);
  await after(0);
  await after(60);
  expect(asked).toHaveLength(1);
  await after(299);
  expect(asked).toHaveLength(1);
  await after(1);
  expect(asked).toHaveLength(2);
  // Twice as long as after the first failure.
  await after(119);
  expect(asked).toHaveLength(2);
  await after(1);
  expect(asked).toHaveLength(3);
  expect(asked[2]?.body.urlList).toEqual(['https://tea.example/pages/about']);
  await after(3600);
  expect(asked).toHaveLength(3);
});

test('after five failures it is left alone, and what changes later is told', async () => {
  const { site, asked, answers, after } = await openSetting();
  answers.push(...Array.from({ length: 5 }, () => new Response(null, { status: 503 })));
  await sql`update pages set title = '關於'`.execute(site.services.db.write);
  await after(0);
  for (let hour = 0; hour < 10; hour += 1) await after(3600);
  expect(asked).toHaveLength(5);
  await sql`update products set price_twd = 2`.execute(site.services.db.write);
  await after(0);
  await after(60);
  expect(asked.at(-1)?.body.urlList).toEqual(['https://tea.example/product/info/pot']);
});

test('a key that is refused is not shown again', async () => {
  const { site, asked, answers, after } = await openSetting();
  answers.push(new Response(null, { status: 403 }));
  await sql`update pages set title = '關於'`.execute(site.services.db.write);
  await after(0);
  for (let hour = 0; hour < 3; hour += 1) await after(3600);
  expect(asked).toHaveLength(1);
});

test('below a base path key and addresses have it', async () => {
  const more = { BASE_PATH: '/shop/', INDEXNOW_ENDPOINT: 'https://search.example/indexnow' };
  const { site, asked, after } = await openSetting('sqlite', more);
  await sql`update pages set title = '關於'`.execute(site.services.db.write);
  await after(0);
  await after(60);
  expect(asked).toMatchObject([
    {
      url: 'https://search.example/indexnow',
      body: {
        keyLocation: `https://tea.example/shop/${key}.txt`,
        urlList: ['https://tea.example/shop/pages/about'],
      },
    },
  ]);
  const { text, type } = await request(site.app).get(`/shop/${key}.txt`).expect(200);
  expect([type, text]).toEqual(['text/plain', key]);
});

test('without a key there is no key file, and nothing is asked of the outside', async () => {
  const { app, services } = await openSite({ env: { PUBLIC_URL: 'https://tea.example' } });
  expect(services.config.indexNow).toBeNull();
  await request(app).get(`/${key}.txt`).expect(404);
});
