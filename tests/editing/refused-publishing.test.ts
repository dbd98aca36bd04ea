import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶日記' }, '舊內文。'),
  'products/pot.md': aProduct({ name: '壺' }),
  'site.yaml': 'name: 測試誌\n',
};

describe.for(engines)('on %s', (engine) => {
  test('everything that keeps an article from being published is told at once', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn();
    let page = await lin.get('/edit/articles/spring');
    for (const _ of [1, 2, 3]) page = await lin.send(page, {}, { name: 'row', value: 'products:add' });
    const typed = {
      'f.title': '',
      'f.author': 'nobody',
      'f.cover': 'media/none.svg',
      'f.summary': '摘'.repeat(501),
      'f.products.0': 'pot',
      // A row that was left empty is none.
      'f.products.1': '',
      'f.products.2': 'no-pot',
      body: '<script>x</script>\n\n![圖](media/lost.svg)',
    };
    const refused = await lin.send(page, typed, { value: 'publish' });
    expect(refused.status).toBe(422);
    for (const told of [
      '請填寫「標題」。',
      '「摘要」不符合規則。最多 500 個字。',
      '「作者」裡的 nobody 不存在。',
      '「封面圖片」裡的 media/none.svg 不存在。',
      '「文中提到的商品」裡的 no-pot 不存在。',
      '內文第 1 行：',
      '內文第 3 行的圖片 media/lost.svg 不在圖庫裡。',
    ])
      expect(refused.text).toContain(told);
    expect(refused.text).toMatch(/name="f\.products\.1" value="no-pot"/);
    expect(refused.text).toContain('id="f-products.1-problem"');
  });

  test('what could not be published is a draft, and its form goes on from there', async () => {
    const { app, signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const refused = await lin.send(opened, { 'f.title': '', body: '新內文。' }, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('還不能發布：');
    expect(refused.text).toContain('已經存成草稿，訪客還看不到。');
    expect(refused.text).not.toContain('尚未儲存');
    const again = await lin.get('/edit/articles/spring');
    expect(again.text).toContain('新內文。');
    expect(again.text).toContain('草稿由林小青在');
    expect((await request(app).get('/articles/spring')).text).toContain('舊內文。');
    // Pressed twice it is one draft, and the form that came back can be sent.
    const twice = await lin.send(opened, { 'f.title': '', body: '新內文。' }, { value: 'publish' });
    expect(twice.status).toBe(422);
    const drafts = await services.db.read.selectFrom('revisions').select('action').execute();
    expect(drafts.map(({ action }) => action)).toEqual(['save']);
    expect((await lin.send(refused, { 'f.title': '新題' }, { value: 'publish' })).status).toBe(303);
    expect((await request(app).get('/articles/spring')).text).toContain('新內文。');
  });

  test('a text that somebody else overtook is a conflict, also when it could not be published', async () => {
    const { signIn } = await openEditSite(engine, files);
    const [lin, chen] = [await signIn(), await signIn('editor', '陳又芳')];
    const opened = await lin.get('/edit/articles/spring');
    await chen.send(await chen.get('/edit/articles/spring'), { body: '陳的內文。' });
    const conflict = await lin.send(opened, { 'f.title': '', body: '林的內文。' }, { value: 'publish' });
    expect(conflict.status).toBe(409);
    for (const text of ['陳的內文。', '林的內文。']) expect(conflict.text).toContain(text);
  });

  test('everything that is wrong about the settings is told at once', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    const typed = {
      'f.name': '',
      'f.logo': 'media/none.svg',
      'f.featured.0.kind': 'article',
      'f.featured.0.id': 'lost',
      'f.featured.1.kind': 'product',
      'f.featured.1.id': 'gone',
      'f.front.0': 'articles',
      'f.front.1': 'articles',
    };
    const refused = await admin.send(await admin.get('/edit/site'), typed);
    for (const told of [
      '請填寫「名稱」。',
      '「標誌」裡的 media/none.svg 不存在。',
      '「網址名稱」裡的 lost 不存在。',
      '「網址名稱」裡的 gone 不存在。',
      '「首頁的順序」裡的「最新文章」出現了兩次',
    ])
      expect(refused.text).toContain(told);
    const named = await admin.send(await admin.get('/edit/site'), {
      ...typed,
      'f.name': '新名',
      'f.front.1': 'products',
    });
    for (const told of ['media/none.svg 不存在', 'lost 不存在', 'gone 不存在'])
      expect(named.text).toContain(told);
  });
});
