import { kindNames } from '#shared/kinds/kind-names.ts';
import { globSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { findDocument } from '#server/content/entries/documents.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { formToDocument, readForm as readSentForm } from '#server/features/editing/form/form-to-document.ts';
import { toFormFields } from '#shared/editing/form-values.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { readForm } from '#scripts/tools/requests/read-form.ts';
import { openSite } from '../helpers/site.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記', summary: '舊摘要' }, '## 雨\n\n舊內文。'),
  'products/pot.md': aProduct({ name: '壺', specs: { 產地: '鶯歌' } }),
  'pages/about.md': aPage(),
};

const html = { Accept: 'text/html' };

describe.for(engines)('on %s', (engine) => {
  test('an article is written, told what is missing, published, and seen', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const empty = await lin.get('/edit/articles/_new');
    expect(empty.status).toBe(200);

    const typed = { id: '冬茶', 'f.title': '冬茶', body: '第一行\n\n第二行' };
    const saved = await lin.send(empty, typed);
    expect(saved.headers['location']).toBe('/edit/articles/%E5%86%AC%E8%8C%B6?done=saved');
    // Pressed twice, it is there once.
    expect((await lin.send(empty, typed)).status).toBe(303);
    await request(app).get(encodeURI('/articles/冬茶')).set(html).expect(404);

    const form = await lin.get('/edit/articles/冬茶');
    const refused = await lin.send(form, {}, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('請填寫「作者」。');
    expect(refused.text).toContain('第一行\n\n第二行');

    const published = await lin.send(
      refused,
      { 'f.author': 'lin', 'f.tags': '茶\n冬' },
      { value: 'publish' },
    );
    expect(published.headers['location']).toBe('/edit/articles/%E5%86%AC%E8%8C%B6?done=published');
    const seen = await request(app).get(encodeURI('/articles/冬茶')).set(html).expect(200);
    expect(seen.text).toContain('<p>第二行</p>');
  });

  test('a draft of what is published is seen by editors alone until it is published', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    await lin.send(opened, { 'f.title': '新題', body: '新內文。' });
    const visitors = () => request(app).get('/articles/spring').set(html);
    expect((await visitors()).text).toContain('舊內文。');
    const again = await lin.get('/edit/articles/spring');
    expect(again.text).toContain('新內文。');
    expect(again.text).toContain('還沒發布的修改');
    await lin.send(again, {}, { value: 'publish' });
    const { text } = await visitors();
    expect(text).toContain('新內文。');
    expect(text).toContain('新題');
    expect(text).not.toContain('舊內文');
  });

  test('of two who change the same article nobody loses a word', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn('editor', '林小青');
    const chen = await signIn('editor', '陳又芳');
    const [ofLin, ofChen] = [await lin.get('/edit/articles/spring'), await chen.get('/edit/articles/spring')];
    expect((await lin.send(ofLin, { body: '林的內文。' })).status).toBe(303);
    const conflict = await chen.send(ofChen, { body: '陳的內文。', 'f.title': '陳的標題' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('林小青');
    expect(conflict.text).toContain('林的內文。');
    expect(conflict.text).toContain('陳的內文。');
    const kept = await services.db.read
      .selectFrom('revisions')
      .select(['action', 'document'])
      .where('action', '=', 'conflict')
      .execute();
    expect(kept[0]?.document).toContain('陳的內文。');
    // The way on: hers over the other, who knows.
    expect((await chen.send(conflict, {})).status).toBe(303);
    const present = await lin.get('/edit/articles/spring');
    expect(present.text).toContain('陳的內文。');
    expect(present.text).toContain('陳的標題');
  });

  test('the same text sent twice is saved once, and no conflict', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    for (const body of ['新內文。', '新內文。']) expect((await lin.send(opened, { body })).status).toBe(303);
    const { rows } = { rows: await services.db.read.selectFrom('revisions').select('action').execute() };
    expect(rows.map(({ action }) => action)).toEqual(['save']);
  });

  test("an operator's own SQL is a conflict, and a picture that is made is none", async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    await services.db.write.updateTable('articles').set({ body_html: '<p>x</p>' }).execute();
    expect((await lin.send(opened, { body: '一。' })).status).toBe(303);
    const again = await lin.get('/edit/articles/spring');
    await services.db.write
      .updateTable('articles')
      .set({ title: '改了' })
      .where('id', '=', 'spring')
      .execute();
    expect((await lin.send(again, { body: '二。' })).status).toBe(409);
  });

  test('what is removed is gone for visitors, and comes back with its history', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const page = () => request(app).get('/product/info/pot').set(html);
    await page().expect(200);
    const asked = await lin.get('/edit/products/pot/remove');
    const removed = await lin.send(asked, {}, { value: 'remove' });
    expect(removed.status).toBe(303);
    await page().expect(410);
    const list = await lin.get(String(removed.headers['location']));
    expect(list.text).toContain('已移到回收桶。');
    const undone = await lin.send(list, {}, { value: 'restore' });
    expect(undone.headers['location']).toBe('/edit/products/pot?done=restored');
    await page().expect(200);
    expect((await lin.get('/edit/products/pot/history')).text).toContain('移到回收桶');
  });

  test('an author with articles is not removed', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const refused = await lin.send(await lin.get('/edit/authors/lin/remove'), {}, { value: 'remove' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('這位作者還有文章');
  });

  test('readers and strangers find nothing; a lost session keeps the text', async () => {
    const { app, signIn } = await openEditSite(engine, files);
    const reader = await signIn('reader');
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const entrance = await request(app).get('/edit').set(html);
    expect(entrance.headers['location']).toBe('/login?next=%2Fedit');
    expect((await reader.get('/edit')).status).toBe(404);
    for (const path of ['/edit/articles', '/edit/articles/spring', '/edit/articles/_new', '/edit/trash']) {
      expect((await reader.get(path)).status, path).toBe(404);
      expect((await request(app).get(path).set(html)).status, path).toBe(404);
    }
    expect((await reader.send(opened, { body: '偷改' })).status).toBe(404);
    const { action } = readForm(opened.text, 'save');
    const lost = await request(app).post(action).set(html).field('body', '長長的文字').field('do', 'save');
    expect(lost.status).toBe(401);
    expect(lost.text).toContain('長長的文字');
    expect(lost.text).toMatch(/<label[^>]*>內文/);
    expect(lost.headers['cache-control']).toBe('private, no-store');
  });

  test('a role that is lost between opening and sending is lost', async () => {
    const { app, services, signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    await services.db.write
      .updateTable('accounts')
      .set({ role: 'reader' })
      .where('id', '=', lin.accountId)
      .execute();
    expect((await lin.send(opened, { body: '改' }, { value: 'publish' })).status).toBe(404);
    expect((await request(app).get('/articles/spring').set(html)).text).toContain('舊內文。');
  });

  test('rows are added, moved and removed without anything being written', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    let page = await lin.get('/edit/products/pot');
    page = await lin.send(page, { 'f.name': '還沒存' }, { name: 'row', value: 'specs:add' });
    page = await lin.send(
      page,
      { 'f.specs.1.name': '容量', 'f.specs.1.value': '150' },
      { name: 'row', value: 'specs:up:1' },
    );
    expect(page.text.indexOf('容量')).toBeLessThan(page.text.indexOf('鶯歌'));
    expect(page.text).toContain('還沒存');
    expect(await services.db.read.selectFrom('drafts').selectAll().execute()).toEqual([]);
    page = await lin.send(page, {}, { name: 'row', value: 'specs:remove:1' });
    expect(page.text).not.toContain('鶯歌');
  });
});

test('every sample goes through its form byte for byte', async () => {
  const { db } = (await openSite({ env: { SAMPLE_CONTENT: 'auto' } })).services;
  let count = 0;
  for (const kind of kindNames) {
    for (const file of globSync(`server/sample-content/${kind}/*.md`)) {
      const id = path.basename(file, '.md').normalize('NFC');
      const stored = (await findDocument(db.read, kind, id)) ?? '';
      const document = readDocument(stored);
      expect(writeDocument(document), `${kind}/${id}`).toBe(stored);
      const sent = new Map(
        toFormFields(documentToForm(kind, document)).map(([name, value]) => [name, [value]]),
      );
      const meant = formToDocument(kind, readSentForm(editForms[kind], sent), document.fields['status']);
      expect(writeDocument(meant), `${kind}/${id}`).toBe(stored);
      count += 1;
    }
  }
  expect(count).toBeGreaterThanOrEqual(58);
});

test('what a body may not have is told in Chinese with its line, and publishing waits', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const body = '一\n\n<script>alert(1)</script>\n\n<kbd>沒有結束';
  const refused = await lin.send(await lin.get('/edit/articles/spring'), { body }, { value: 'publish' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('內文第 3 行：');
  expect(refused.text).toContain('內文第 5 行：');
  expect(refused.text).not.toContain('<script>');
});
