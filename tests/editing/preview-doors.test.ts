import { expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { openEditSite } from '../helpers/editing.ts';
import { aClockAt } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }),
  'articles/soon.md': anArticle({ title: '秋茶', publishedAt: '2026-12-04T20:00:00+08:00' }),
};

async function open() {
  const site = await openEditSite('sqlite', files, { clock: aClockAt('2026-11-22T00:00:00.000Z') });
  return { ...site, lin: await site.signIn() };
}

test('the form of an entry leads to a preview at a moment, and stores its text before', async () => {
  const { lin } = await open();
  const form = await lin.get('/edit/articles/spring');
  const typed = { body: '年底的字。', 'preview.at': '2026-12-31T20:00' };
  const asked = await lin.send(form, typed, { value: 'preview-at' });
  expect(asked.status).toBe(303);
  const chosen = await lin.get(String(asked.headers['location']));
  expect(chosen.headers['location']).toMatch(/^\/edit\/preview\/[\w-]+\/2026-12-31T2000\/articles\/spring$/);
  const shown = await lin.get(String(chosen.headers['location']));
  expect(shown.text).toContain('年底的字。');
  expect(shown.text).toContain('2026年12月31日 20:00');

  const late = { body: '又改的字。', 'preview.at': '2020-01-01T08:00' };
  const past = await lin.send(await lin.get('/edit/articles/spring'), late, { value: 'preview-at' });
  expect((await lin.get(String(past.headers['location']))).text).toContain('已經過了');
  expect((await lin.get('/edit/articles/spring')).text).toContain('又改的字。');
  expect((await lin.get('/edit/articles/soon')).text).toMatch(
    /name="preview.at"[^>]* value="2026-12-04T20:00"/,
  );
});

test('form and banner lead to the same page with all drafts', async () => {
  const { lin } = await open();
  await lin.send(await lin.get('/edit/authors/lin'), { 'f.name': '林改名' });
  const all = '/edit/preview/all/now/articles/spring';
  const form = await lin.get('/edit/articles/spring');
  expect(form.text).toContain(`role="link" form="main-form" value="${all}"`);
  const gone = await lin.send(form, { body: '草稿的字。' }, { name: 'go', value: all });
  expect(gone.headers['location']).toBe(all);
  const shown = await lin.get(all);
  for (const text of ['林改名', '草稿的字。']) expect(shown.text).toContain(text);

  const preview = await lin.send(await lin.get('/edit/articles/spring'), {}, { value: 'preview' });
  const own = await lin.get(String(preview.headers['location']));
  expect(own.text).not.toContain('林改名');
  expect(own.text).toContain('<form action="/edit/preview/all"><button value="" name="at">和全部草稿一起看');
  expect(shown.text).not.toContain('和全部草稿一起看');
});
