import { expect, test } from 'vitest';
import { buildPath, paths, readParam, withBase } from '#shared/address/paths.ts';

test('an id is percent-encoded in its path, whatever it contains', () => {
  expect(paths.author('張若水')).toBe('/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4');
  expect(paths.article('a/b?c#d')).toBe('/articles/a%2Fb%3Fc%23d');
  expect(buildPath('articles-id', { id: 'cafe\u0301' })).toBe(paths.article('caf\u00e9'));
});

test('a tag has no sign in its path that others read in a way of their own', () => {
  for (const [tag, path] of [
    ['製茶', '/articles/tag/%E8%A3%BD%E8%8C%B6'],
    ['a/b\\c', '/articles/tag/a~47b~92c'],
    ['..', '/articles/tag/~46.'],
    ['_x', '/articles/tag/~95x'],
    ['~\u0301 1~2%', '/articles/tag/~~%CC%81%201~~2~37'],
  ] as const) {
    expect(paths.tag(tag)).toBe(path);
    expect(readParam('tag', decodeURIComponent(path.slice('/articles/tag/'.length)))).toBe(tag);
  }
  expect(paths.tag('cafe\u0301')).toBe(paths.tag('caf\u00e9'));
});

test('parameters have the spelling that browsers keep', () => {
  expect(paths.brand('A & B')).toBe('/product?brand=A%20%26%20B');
  expect(paths.products({ category: '茶葉', page: 2 })).toBe('/product?category=%E8%8C%B6%E8%91%89&page=2');
  expect(paths.product('p')).toBe('/product/info/p');
});

test('a base path is put before a path once', () => {
  expect(withBase('/', '/product')).toBe('/product');
  expect(withBase('/shop/', '/product')).toBe('/shop/product');
  expect(withBase('/shop/', '/')).toBe('/shop/');
});
