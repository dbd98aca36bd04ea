import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const later = '2099-03-04T08:00:00+08:00';
const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/soon.md': anArticle({ title: '春茶預告', publishedAt: later }),
  'articles/seen.md': anArticle({ title: '春茶日記' }),
  'products/pot.md': aProduct({ name: '新壺', publishedAt: later }),
  'pages/about.md': aPage({ title: '關於' }),
};

/** Each entry of a list with what is said of it. */
function statesIn(html: string): Record<string, string> {
  const items = html.split('<li>').flatMap((item) => {
    const [, title, state] =
      /([^<>]+)(?:<\/span>)?<\/a>.*<span class="edit-state"[^>]*>([^<]*)/.exec(item) ?? [];
    return title === undefined || state === undefined ? [] : [[title, state]];
  });
  return Object.fromEntries(items);
}

describe.for(engines)('on %s', (engine) => {
  test('no list calls published what visitors do not see yet', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const statesOf = async (path: string) => statesIn((await lin.get(path)).text);
    const [due, seen] = ['會在 2099年3月4日 08:00 發布', '已發布'];
    expect(await statesOf('/edit/articles')).toEqual({ 春茶預告: due, 春茶日記: seen });
    expect(await statesOf('/edit/products')).toEqual({ 新壺: due });
    expect(await statesOf('/edit/pages')).toEqual({ 關於: seen });
    expect(await statesOf('/edit/authors')).toEqual({ 林知遠: seen });
    for (const search of ['', '&q=春茶', '&q=s']) {
      expect(await statesOf(`/edit/articles?state=published${search}`)).toEqual({ 春茶日記: seen });
      expect(await statesOf(`/edit/articles?state=scheduled${search}`)).toEqual({ 春茶預告: due });
    }
    await lin.send(await lin.get('/edit/articles/soon'), { body: '改過。' });
    const changed = { 春茶預告: `${due}，有未發布的修改` };
    expect(await statesOf('/edit')).toEqual(changed);
    expect(await statesOf('/edit/articles?state=changed')).toEqual(changed);
  });

  test('publishing for later is told as that', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const published = await lin.send(
      await lin.get('/edit/articles/soon'),
      { body: '改過。' },
      { value: 'publish' },
    );
    const told = await lin.get(String(published.headers['location']));
    expect(told.text).toContain('已排程，會在 2099年3月4日 08:00 發布（台北時間）。');
    expect(told.text).not.toContain('已發布。');
    const now = await lin.send(
      await lin.get('/edit/articles/seen'),
      { body: '改過。' },
      { value: 'publish' },
    );
    expect((await lin.get(String(now.headers['location']))).text).toContain('已發布。');
  });
});
