import request from 'supertest';
import { expect, test } from 'vitest';
import type { FeaturedData } from '#shared/payload/payloads.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { anArticle, anAuthor, aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const featured = `name: 青葉
featured:
  - product: tea
  - article: spring
  - product: hidden
  - product: cup
`;

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({
    title: '春茶日記',
    summary: '摘要',
    cover: 'media/a.svg',
    coverAlt: '茶園',
  }),
  'products/tea.md': aProduct({ name: '包種茶', summary: '清香' }),
  'products/cup.md': aProduct({ name: '小杯', category: '茶器' }),
  'products/hidden.md': aProduct({ name: '未上架', status: 'draft' }),
  'media/a.svg': aDrawing,
  'site.yaml': featured,
};

async function openFeatured() {
  const site = await openSite({ files });
  async function at(path: string, id: 'index' | 'product' = 'index'): Promise<FeaturedData[]> {
    const { body }: { body: PayloadBody } = await request(site.app).get(path).expect(200);
    return body.data[id]?.featured ?? [];
  }
  return { ...site, at };
}

test('the front page has what the settings feature, in their order, without what is hidden', async () => {
  const { at } = await openFeatured();
  const items = await at('/_payload.json');
  expect(items.map(({ kind, title, label }) => [kind, title, label])).toEqual([
    ['product', '包種茶', '茶葉'],
    ['article', '春茶日記', '林知遠'],
    ['product', '小杯', '茶器'],
  ]);
  expect(items[1]).toMatchObject({ id: 'spring', summary: '摘要', picture: { alt: '', width: 40 } });
});

test.for([
  ['/_payload.json?sort=price-asc', 'index'],
  ['/_payload.json?category=%E8%8C%B6%E5%99%A8', 'index'],
  ['/product/_payload.json', 'product'],
] as const)('%s features nothing', async ([path, id]) => {
  const { at } = await openFeatured();
  expect(await at(path, id)).toEqual([]);
});

test('a featured product shows once it is published', async () => {
  const { at, import: bring } = await openFeatured();
  await bring({ ...files, 'products/hidden.md': aProduct({ name: '剛上架' }) });
  expect((await at('/_payload.json')).map(({ title }) => title)).toEqual([
    '包種茶',
    '春茶日記',
    '剛上架',
    '小杯',
  ]);
});

test('no page has a style attribute, which the policy would refuse', async () => {
  const { app } = await openFeatured();
  for (const path of ['/', '/product/info/tea', '/articles/spring']) {
    const { text } = await request(app).get(path).set('Accept', 'text/html').expect(200);
    expect(text, path).not.toMatch(/<[^>]+\sstyle=/);
  }
});
