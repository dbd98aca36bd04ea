import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記', tags: ['茶'] }, '清明前採的茶，味道很淡。'),
};

describe.for(engines)('on %s', (engine) => {
  test('a revision shows by field and by word what it changed, and can be restored', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const changed = { 'f.title': '夏茶日記', body: '清明前採的茶，味道很濃厚。' };
    await lin.send(opened, changed, { value: 'publish' });
    const history = await lin.get('/edit/articles/spring/history');
    const [latest, first] = [
      ...history.text.matchAll(/href="(\/edit\/articles\/spring\/history\/\d+)"/g),
    ].map(([, path = '']) => path);
    const revision = await lin.get(latest ?? '');
    expect(revision.text).toContain('<del>春茶</del><ins>夏茶</ins>日記');
    expect(revision.text).toMatch(/清明前採的茶，味道很<del>淡<\/del><ins>濃厚<\/ins>。/);
    const original = await lin.get(first ?? '');
    expect(original.text).toContain('這是第一個版本。');
    const restored = await lin.send(original, {}, { value: 'restore' });
    expect(restored.headers['location']).toBe('/edit/articles/spring?done=restoredDraft');
    const form = await lin.get('/edit/articles/spring');
    expect(form.text).toContain('味道很淡。');
    expect(form.text).toContain('還沒發布的修改');
  });

  test('a revision shows of a list only the items that changed', async () => {
    const { signIn } = await openEditSite(engine, {
      ...files,
      'articles/spring.md': anArticle({ tags: ['坪林', '春茶', '焙火'] }),
    });
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    await lin.send(opened, { 'f.tags': '坪林\n冬片\n焙火' }, { value: 'publish' });
    const history = await lin.get('/edit/articles/spring/history');
    const latest = /href="(\/edit\/articles\/spring\/history\/\d+)"/.exec(history.text)?.[1];
    const { text } = await lin.get(latest ?? '');
    expect(text).toContain('<p><del>春茶</del></p><p><ins>冬片</ins></p>');
    expect(text).not.toMatch(/<(del|ins)>(坪林|焙火)/);
  });

  test('a revision of another entry is not shown', async () => {
    const { signIn } = await openEditSite(engine, { ...files, 'articles/winter.md': anArticle() });
    const lin = await signIn();
    await lin.send(await lin.get('/edit/articles/spring'), { body: '改' });
    const history = await lin.get('/edit/articles/spring/history');
    const seq = /history\/(\d+)"/.exec(history.text)?.[1];
    expect((await lin.get(`/edit/articles/spring/history/${seq}`)).status).toBe(200);
    expect((await lin.get(`/edit/articles/winter/history/${seq}`)).status).toBe(404);
  });
});
