import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const body = '春天的雨下了三天。\n\n茶園裡沒有人。';
const files: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'products/pot.md': aProduct({ name: '壺' }),
  'products/cup.md': aProduct({ name: '杯' }),
  'articles/spring.md': anArticle({ title: '春茶日記', summary: '雨中的茶園', tags: ['茶'] }, body),
};

/** Two editors with the same form open, of whom one has stored. */
async function open(engine: EngineName, stored: Record<string, string>) {
  const site = await openEditSite(engine, files);
  const lin = await site.signIn('editor', '林小青');
  const chen = await site.signIn('editor', '陳又芳');
  const form = await lin.get('/edit/articles/spring');
  expect((await chen.send(await chen.get('/edit/articles/spring'), stored)).status).toBe(303);
  return { ...site, lin, chen, form };
}

const merge = { value: 'merge-texts' };

describe.for(engines)('on %s', (engine) => {
  test('two who change other parts of a text go on with both, and store nothing before they say so', async () => {
    const { lin, form, services } = await open(engine, {
      body: body.replace('三天', '五天'),
      'f.tags': '茶\n雨',
      'f.summary': '雨中的大茶園',
    });
    const mine = { body: body.replace('沒有人', '很安靜'), 'f.tags': '茶\n春', 'f.author': 'chen' };
    const conflict = await lin.send(form, mine);
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('兩邊改的地方不一樣，可以全部留下來。');
    expect(conflict.text.indexOf('合併後繼續編輯')).toBeLessThan(
      conflict.text.indexOf('不合併，存成我的版本'),
    );
    const stored = () => services.db.read.selectFrom('drafts').select('document').executeTakeFirstOrThrow();
    const before = await stored();
    const merged = await lin.send(conflict, {}, merge);
    expect(merged.status).toBe(200);
    expect(merged.text).toContain('春天的雨下了五天。\n\n茶園裡很安靜。');
    expect(merged.text).toContain('兩邊的修改已經放在一起，還沒有儲存。');
    expect(await stored()).toEqual(before);
    expect((await lin.send(merged, {})).status).toBe(303);
    const { document } = await stored();
    expect(document).toContain('春天的雨下了五天。\n\n茶園裡很安靜。');
    expect(document).toContain('author: chen');
    expect(document).toContain('summary: 雨中的大茶園');
    for (const tag of ['茶', '雨', '春']) expect(document).toContain(`  - ${tag}\n`);
  });

  test('what both have changed is marked, counted, and not published like that', async () => {
    const { lin, form } = await open(engine, { body: body.replace('三天', '五天'), 'f.author': 'chen' });
    const mine = { body: body.replace('三天', '七天'), 'f.title': '春茶', 'f.author': 'lin' };
    const conflict = await lin.send(form, mine);
    expect(conflict.text).toContain('其中 1 處兩邊改得不一樣');
    const merged = await lin.send(conflict, {}, merge);
    expect(merged.text).toMatch(/春天的雨下了【現在的版本▸五(?:天)?】【你的版本▸七/);
    expect(merged.text).toContain('內文有 1 處兩邊改得不一樣');
    const refused = await lin.send(merged, {}, { value: 'publish' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('內文第 1 行還有合併時留下的標記');
    expect((await lin.send(refused, { body }, { value: 'publish' })).status).toBe(303);
  });

  test('a field that both have changed keeps what was typed, beside the other', async () => {
    const { lin, form } = await open(engine, { 'f.title': '夏茶', 'f.author': 'chen' });
    const conflict = await lin.send(form, { 'f.title': '冬茶' });
    const merged = await lin.send(conflict, {}, merge);
    expect(merged.text).toContain('「標題」現在是：夏茶');
    expect(merged.text).toContain('冬茶');
    const again = await lin.send(merged, {});
    expect(again.status).toBe(303);
  });

  test('somebody who stores while a merge is looked at is met by the next save', async () => {
    const { lin, chen, form } = await open(engine, { body: body.replace('三天', '五天') });
    const merged = await lin.send(
      await lin.send(form, { body: body.replace('沒有人', '很安靜') }),
      {},
      merge,
    );
    await chen.send(await chen.get('/edit/articles/spring'), { body: '全部重寫。' });
    expect((await lin.send(merged, {})).status).toBe(409);
  });

  test('an import that comes in between is merged, too', async () => {
    const { signIn, ...site } = await openEditSite(engine, files);
    const lin = await signIn();
    const form = await lin.get('/edit/articles/spring');
    await site.import({
      ...files,
      'articles/spring.md': anArticle({ title: '春茶日記', tags: ['茶'] }, body.replace('三天', '五天')),
    });
    const conflict = await lin.send(form, { body: body.replace('沒有人', '很安靜') });
    expect((await lin.send(conflict, {}, merge)).text).toContain('春天的雨下了五天。\n\n茶園裡很安靜。');
  });
});
