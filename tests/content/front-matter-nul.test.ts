import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { siteSchema } from '#server/content/site-settings.ts';

describe('a NUL is refused wherever text is taken', () => {
  const link = { label: '商店', url: 'https://example.com/a' };
  const time = '2026-01-01T08:00:00+08:00';
  test.for<[kind: string, schema: z.ZodType, all: Record<string, unknown>]>([
    ['author', contentKinds.authors.schema, { name: '林', avatar: 'media/a.png', links: [link] }],
    [
      'article',
      contentKinds.articles.schema,
      {
        ...{
          title: '春',
          author: 'lin',
          summary: '茶',
          cover: 'media/a.png',
          coverAlt: '茶園',
          tags: ['散文'],
        },
        ...{ products: ['pot'], publishedAt: time, updatedAt: time, status: 'published' },
      },
    ],
    [
      'product',
      contentKinds.products.schema,
      {
        ...{ name: '壺', category: '茶具', summary: '壺', images: [{ src: 'media/a.png', alt: '壺' }] },
        ...{
          specs: new Map([['產地', '鶯歌']]),
          sku: 'QY-120',
          availability: 'in_stock',
          purchaseUrl: link.url,
        },
        ...{ publishedAt: time, updatedAt: time, status: 'published' },
      },
    ],
    [
      'page',
      contentKinds.pages.schema,
      {
        ...{ title: '關於', summary: '茶', cover: 'media/a.png', coverAlt: '壺' },
        updatedAt: time,
        status: 'published',
      },
    ],
    [
      'site',
      siteSchema,
      {
        ...{ name: '青葉', tagline: '茶', description: '茶', categories: ['茶具'] },
        ...{ featured: [{ article: 'a' }, { product: 'b' }] },
        navigation: [{ label: '商品', path: '/product' }],
        footer: { about: '茶', links: [link, { label: '商品', url: '/product' }] },
      },
    ],
  ])('%s', ([, schema, all]) => {
    expect(schema.safeParse(all).success).toBe(true);
    const bad = [...withNul(all)];
    expect(bad.length).toBeGreaterThan(3);
    expect(bad.filter((value) => schema.safeParse(value).success)).toEqual([]);
  });

  test('and in the name of a fact', () => {
    const product = { name: '壺', category: '茶具', publishedAt: time, specs: new Map([['a\0b', 'c']]) };
    expect(contentKinds.products.schema.safeParse(product).success).toBe(false);
  });
});

/** Each of its texts once with a NUL at its end, which PostgreSQL could not store. */
function* withNul(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}\0`;
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) for (const bad of withNul(item)) yield value.with(i, bad);
  else if (value instanceof Map)
    for (const [key, item] of value) for (const bad of withNul(item)) yield new Map([...value, [key, bad]]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      for (const bad of withNul(item)) yield { ...value, [key]: bad };
}
