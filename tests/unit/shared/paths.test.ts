import { expect, test } from 'vitest';
import { buildPath, paths, withBase } from '#shared/paths.ts';

test('an id is percent-encoded in its path, whatever it contains', () => {
  expect(paths.author('張若水')).toBe('/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4');
  expect(paths.article('a/b?c#d')).toBe('/articles/a%2Fb%3Fc%23d');
  expect(buildPath('articles-id', { id: 'cafe\u0301' })).toBe(paths.article('caf\u00e9'));
});

test('a base path is put before a path once', () => {
  expect(withBase('/', '/product')).toBe('/product');
  expect(withBase('/shop/', '/product')).toBe('/shop/product');
  expect(withBase('/shop/', '/')).toBe('/shop/');
});
