import { describe, expect, test } from 'vitest';
import { createClock } from '#server/base/clock.ts';
import { sendAutosave } from '../helpers/autosave.ts';
import { anArticle, anAuthor, aPage, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { wordsOf } from '../helpers/tables.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }),
  'articles/autumn.md': anArticle({ title: '秋茶' }),
  'articles/late.md': anArticle({ title: '冬至', publishedAt: '2099-12-21T08:00:00+08:00' }),
  'articles/soon.md': anArticle({ title: '立冬', publishedAt: '2099-11-07T08:00:00+08:00' }),
  'pages/about.md': aPage({ title: '關於我們' }),
};

/** Words of a part of the page, by its heading. */
function partOf(text: string, id: string): string {
  return new RegExp(`<section aria-labelledby="${id}"[^]*?</section>`).exec(text)?.[0] ?? '';
}

describe.for(engines)('on %s', (engine) => {
  test('an editor comes home to own drafts, those of others, and what is coming', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn('editor', '林小青'), await signIn('editor', '陳又芳')];
    await lin.send(await lin.get('/edit/articles/spring'), { body: '改。' });
    await chen.send(await chen.get('/edit/pages/about'), { body: '改。' });
    const { text } = await lin.get('/edit');
    expect(partOf(text, 'own')).toContain('春茶日記');
    expect(partOf(text, 'own')).not.toContain('關於我們');
    expect(partOf(text, 'others')).toContain('關於我們');
    expect(partOf(text, 'others')).toContain('陳又芳');
    const coming = partOf(text, 'coming');
    expect(coming.indexOf('立冬')).toBeGreaterThan(0);
    expect(coming.indexOf('冬至')).toBeGreaterThan(coming.indexOf('立冬'));
    expect(coming).toContain('2099年11月7日');
  });

  test('the last changes say kind and title, and none leads to a page that is not there', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn('admin');
    await lin.send(await lin.get('/edit/articles/spring/rename'), { id: 'chun' }, { value: 'rename' });
    await lin.send(await lin.get('/edit/articles/autumn/remove'), {}, { value: 'remove' });
    await lin.send(await lin.get('/edit/pages/about'), { body: '改。' }, { value: 'publish' });
    await lin.send(await lin.get('/edit/articles/chun/rename'), { id: 'haru' }, { value: 'rename' });
    const changes = partOf((await lin.get('/edit')).text, 'changes');
    const words = wordsOf({ text: changes });
    for (const each of ['春茶日記', '秋茶', '關於我們', '頁面', '文章', '改網址'])
      expect.soft(words).toContain(each);
    // A rename is one change.
    expect(words.split('改網址')).toHaveLength(3);
    for (const [, path = ''] of changes.matchAll(/href="([^"]+)"/g))
      expect.soft((await lin.get(path)).status, path).toBe(200);
    expect(changes).toContain('href="/edit/trash"');
    // Both renames lead to where the article is now.
    expect(changes.match(/href="\/edit\/articles\/haru"/g)).toHaveLength(2);
  });
});

test('what one moment did to many entries is one change', async () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  const { signIn } = await openEditSite('sqlite', files, { clock: createClock(() => now) });
  const lin = await signIn();
  for (const id of ['spring', 'autumn', 'soon'])
    await lin.send(await lin.get(`/edit/articles/${id}`), { body: '改。' }, { value: 'publish' });
  const words = wordsOf({ text: partOf((await lin.get('/edit')).text, 'changes') });
  expect(words).toContain('3 項：發布');
});

test('what was typed and not stored is offered at home', async () => {
  const { app, signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const page = await lin.get('/edit/articles/spring');
  await sendAutosave({ app, cookie: lin.cookie, tab: 'a1b2c3d4e5f6' }, page, { body: '打到一半。' });
  const offered = partOf((await lin.get('/edit')).text, 'autosaves');
  expect(offered).toContain('春茶日記');
  const [, path = ''] = /href="([^"]+)"/.exec(offered) ?? [];
  expect((await lin.get(path.replaceAll('&amp;', '&'))).text).toContain('打到一半。');
  expect(partOf((await (await signIn()).get('/edit')).text, 'autosaves')).toBe('');
});

test('of many drafts that wait the first page leads to the others', async () => {
  const { signIn, services } = await openEditSite('sqlite', files);
  const { write } = services.db;
  const at = '2026-11-27T00:00:00.000Z';
  for (let n = 0; n < 17; n += 1) {
    const entry = { key: `k${n}`, kind: 'articles', id: `w${n}`, title: `稿 ${n}。`, version: 1 };
    await write
      .insertInto('entries')
      .values({ ...entry, state: 'draft', changed_at: at })
      .execute();
    const draft = { entry_key: entry.key, document: '', account_name: '王小明', saved_at: at };
    await write.insertInto('drafts').values(draft).execute();
    const handedIn = { entry_key: entry.key, account_id: 'x', account_name: '王小明', note: '' };
    await write
      .insertInto('handed_in')
      .values({ ...handedIn, at: at.replace('00.000', `${n + 10}.000`) })
      .execute();
  }
  const lin = await signIn();
  const home = (await lin.get('/edit')).text;
  expect(partOf(home, 'waiting')).toContain('稿 14。');
  expect(home).not.toContain('稿 15。');
  expect(home).toContain('href="/edit?waiting=all"');
  const all = (await lin.get('/edit?waiting=all')).text;
  expect(partOf(all, 'waiting')).toContain('稿 16。');
  expect(all).not.toContain('看全部交來的稿子');
});
