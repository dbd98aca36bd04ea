import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/first.md': anAuthor({ name: '林知遠' }),
  'authors/chen-1.md': anAuthor({ name: '陳又芳' }),
  'authors/chen-2.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ title: '春茶', author: 'first' }),
  'products/pot.md': aProduct({ name: '朱泥壺' }),
  'media/tea/spring.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};

/** More authors than a list to choose from has, each changed after those of the files. */
async function openWithMany(engine: (typeof engines)[number]) {
  const site = await openEditSite(engine, files);
  const empty = { avatar: null, links: '[]', bio_source: '', bio_html: '', bio_text: '' };
  const others = Array.from({ length: 500 }, (_, n) => ({ id: `a${n}`, name: `作者${n}`, ...empty }));
  await site.services.db.write.insertInto('authors').values(others).execute();
  return site;
}

describe.for(engines)('on %s', (engine) => {
  test('of more authors than a list has, any is chosen by name or id', async () => {
    const { app, signIn } = await openWithMany(engine);
    const lin = await signIn();
    const form = await lin.get('/edit/articles/spring');
    expect(form.text).toContain('<input id="f-author"');
    expect(form.text).toContain('list="choices-authors"');
    expect(form.text.match(/<option value="a\d+">/g)).toHaveLength(500);
    expect(form.text, 'whose id stands there').toMatch(/<p class="edit-meta [^"]*">林知遠<\/p>/);
    // Not among the suggestions, which are the newest.
    expect(form.text).not.toContain('<option value="first">');
    for (const [typed, id] of [
      ['作者7', 'a7'],
      ['林知遠', 'first'],
      ['chen-2', 'chen-2'],
    ] as const) {
      const sent = await lin.send(
        await lin.get('/edit/articles/spring'),
        { 'f.author': typed },
        { value: 'publish' },
      );
      expect(sent.status, typed).toBe(303);
      expect((await request(app).get('/articles/spring')).text).toContain(`href="/author/${id}"`);
    }
  });

  test('a name that several have, or none, is asked about with those that may be meant', async () => {
    const { signIn } = await openWithMany(engine);
    const lin = await signIn();
    const publish = async (author: string) =>
      (await lin.send(await lin.get('/edit/articles/spring'), { 'f.author': author }, { value: 'publish' }))
        .text;
    const several = await publish('陳又芳');
    for (const told of ['「作者」裡的 陳又芳 不存在。是不是', '陳又芳（chen-1）', '陳又芳（chen-2）'])
      expect(several).toContain(told);
    expect(several).toContain('找不到這個名稱');
    expect(await publish('知遠')).toContain('是不是林知遠（first）？');
    expect(await publish('沒有這個人')).toContain('「作者」裡的 沒有這個人 不存在。<');
  });

  test('products, featured things and pictures are found by what was typed', async () => {
    const { signIn } = await openEditSite(engine, files);
    const admin = await signIn('admin');
    let form = await admin.get('/edit/articles/spring');
    expect(form.text, 'few authors').toMatch(/<select [^>]*id="f-author"/);
    form = await admin.send(form, {}, { name: 'row', value: 'products:add' });
    const typed = { 'f.products.0': '朱泥', 'f.cover': 'spring.svg', 'f.coverAlt': '茶' };
    const refused = await admin.send(form, typed, { value: 'publish' });
    expect(refused.text).toContain('「文中提到的商品」裡的 朱泥 不存在。是不是朱泥壺（pot）？');
    expect(refused.text).toContain('「封面圖片」不符合規則');
    const again = await admin.send(
      refused,
      { 'f.products.0': '朱泥壺', 'f.cover': 'media/spring.svg' },
      { value: 'publish' },
    );
    expect(again.text).toContain('「封面圖片」裡的 media/spring.svg 不存在。是不是 media/tea/spring.svg？');
    expect(again.text).toMatch(/value="pot"[^>]*\/><p class="edit-meta [^"]*">朱泥壺<\/p>/);
    const featured = { 'f.featured.0.kind': 'product', 'f.featured.0.id': '朱泥壺' };
    const site = await admin.send(await admin.get('/edit/site'), featured);
    expect(site.status).toBe(303);
    expect((await admin.get('/edit/site')).text).toContain('value="pot"');
    const unknown = await admin.send(await admin.get('/edit/site'), {
      ...featured,
      'f.featured.0.id': '泥壺',
    });
    expect(unknown.text).toContain('「網址名稱」裡的 泥壺 不存在。是不是朱泥壺（pot）？');
  });
});
