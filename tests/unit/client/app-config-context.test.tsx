import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppConfigContext, useContentLink } from '#client/context/app-config-context.ts';

function Link({ address }: { address: string }) {
  const contentLink = useContentLink();
  return <a {...contentLink(address)}>x</a>;
}

function render(address: string, config: { baseURL?: string; publicUrl?: string | null } = {}): string {
  return renderToStaticMarkup(
    <AppConfigContext value={{ baseURL: '/', buildId: '', publicUrl: null, ...config }}>
      <Link address={address} />
    </AppConfigContext>,
  );
}

test('a path of the site has the base path before it and no rel', () => {
  expect(render('/articles?page=2#a')).toBe('<a href="/articles?page=2#a">x</a>');
  expect(render('/articles', { baseURL: '/shop/' })).toBe('<a href="/shop/articles">x</a>');
  expect(render('/', { baseURL: '/shop/' })).toBe('<a href="/shop/">x</a>');
});

test('an address elsewhere says in its rel that it leads out', () => {
  const rel = 'rel="noopener noreferrer"';
  expect(render('https://x.tw/a')).toBe(`<a href="https://x.tw/a" ${rel}>x</a>`);
  expect(render('mailto:lin@x.tw')).toBe(`<a href="mailto:lin@x.tw" ${rel}>x</a>`);
  expect(render('//x.tw')).toBe(`<a href="https://x.tw/" ${rel}>x</a>`);
  expect(render('/\\x.tw')).toBe(`<a href="https://x.tw/" ${rel}>x</a>`);
});

test('the public address of the site is the site, as far as the base path reaches', () => {
  const config = { baseURL: '/shop/', publicUrl: 'https://site.example' };
  expect(render('https://site.example/shop/articles', config)).toBe('<a href="/shop/articles">x</a>');
  expect(render('https://site.example/shopping', config)).toContain('href="/shopping" rel=');
});

test('an address that may not be opened is no link', () => {
  for (const address of [
    'javascript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'blob:x',
    '/..//x.tw',
    '//',
  ])
    expect(render(address), address).toBe('<a>x</a>');
});
