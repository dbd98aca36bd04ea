import { expect, test } from 'vitest';
import { monday, openPlannedSite } from '../helpers/planned-site.ts';

test('the button says what it will do', async () => {
  const { lin, press } = await openPlannedSite('sqlite');
  const labelOn = (html: string) => /value="publish"[^>]*>([^<]*)/.exec(html)?.[1];
  const labelAt = async (path: string) => labelOn((await lin.get(path)).text);
  await press('/edit/articles/_new', 'save', { id: 'new', 'f.title': '新' });
  expect(await labelAt('/edit/articles/new')).toBe('現在發布');
  expect(await labelAt('/edit/articles/soon')).toBe('12月24日 08:00 發布');
  expect(await labelAt('/edit/articles/spring')).toBe('立即更新');
  expect(await labelAt('/edit/authors/lin')).toBe('立即更新');
  // A draft keeps the time of its change, as it keeps the text.
  await press('/edit/articles/spring', 'save', { ...monday, body: '新內文。' });
  expect(await labelAt('/edit/articles/spring')).toBe('12月1日 08:00 更新');
});

test('nothing is seen before the time that the button claims', async () => {
  const { lin, visit, press } = await openPlannedSite('sqlite');
  const none = { 'f.publishedAt': '', 'f.publishedAt.time': '' };
  const asked = await press('/edit/articles/soon', 'publish', none);
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('訪客會比按鈕上寫的更早看到');
  expect((await visit('/articles/soon')).status).toBe(404);
  // The button of the answer says what it does.
  expect(asked.text).toContain('>現在發布<');
  expect((await lin.send(asked, {}, { value: 'publish' })).status).toBe(303);
  expect((await visit('/articles/soon')).status).toBe(200);

  await press('/edit/articles/spring', 'save', { ...monday, body: '新內文。' });
  const form = await lin.get('/edit/articles/spring');
  const emptied = { 'f.changeAt': '', 'f.changeAt.time': '' };
  expect((await lin.send(form, emptied, { value: 'publish' })).status).toBe(422);
  expect((await visit('/articles/spring')).text).toContain('舊內文。');
});

test('a form from before the claim publishes as it did', async () => {
  const { lin, visit } = await openPlannedSite('sqlite');
  const form = await lin.get('/edit/articles/soon');
  const old = { ...form, text: form.text.replace(/<input type="hidden" name="claim"[^>]*>/, '') };
  const none = { 'f.publishedAt': '', 'f.publishedAt.time': '' };
  expect((await lin.send(old as typeof form, none, { value: 'publish' })).status).toBe(303);
  expect((await visit('/articles/soon')).status).toBe(200);
});

test('a row that is added does not hide what others have stored', async () => {
  const { lin, press, signIn } = await openPlannedSite('sqlite');
  const form = await lin.get('/edit/articles/spring');
  const chen = await signIn('editor', '陳又芳');
  await chen.send(await chen.get('/edit/articles/spring'), { body: '陳的內文。' });
  const withRow = await lin.send(form, { body: '林的內文。' }, { name: 'row', value: 'products:add' });
  expect((await lin.send(withRow, {}, { value: 'save' })).status).toBe(409);
  expect((await press('/edit/articles/spring', 'save')).status).toBe(303);
});
