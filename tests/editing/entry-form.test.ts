import { describe, expect, test } from 'vitest';
import { aDrawing, anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ avatar: 'media/tea.svg' }),
  'articles/spring.md': anArticle({ title: '春茶', cover: 'media/tea.svg', coverAlt: '茶' }),
  'products/pot.md': aProduct({
    images: [
      { src: 'media/tea.svg', alt: '茶' },
      { src: 'media/pot.svg', alt: '壺' },
    ],
  }),
  'media/tea.svg': aDrawing,
  'media/pot.svg': aDrawing.replace('#86ad7f', '#7f86ad'),
  'site.yaml': 'name: 測試誌\nlogo: media/pot.svg\n',
};

/** Pictures that stand beside the fields of these names. */
function picturesOf(html: string): [field: string, hasPicture: boolean][] {
  return Array.from(
    html.matchAll(
      /<div class="edit-pick"><input[^>]* name="(f\.(?:cover|avatar|logo|images)[^"]*)"[^>]*>(<img src="[^"]*media\/)?/g,
    ),
    ([, field = '', picture]) => [field, picture !== undefined],
  );
}

describe.for(engines)('on %s', (engine) => {
  test('a form shows the pictures that it names, and says which of them are not there', async () => {
    const { signIn } = await openEditSite(engine, files);
    const lin = await signIn('admin');
    const article = await lin.get('/edit/articles/spring');
    expect(picturesOf(article.text)).toEqual([['f.cover', true]]);
    expect(article.text).not.toContain('圖庫裡沒有這個檔案');
    expect(picturesOf((await lin.get('/edit/authors/lin')).text)).toEqual([['f.avatar', true]]);
    expect(picturesOf((await lin.get('/edit/site')).text)).toEqual([['f.logo', true]]);
    const product = await lin.get('/edit/products/pot');
    expect(picturesOf(product.text)).toEqual([
      ['f.images.0.src', true],
      ['f.images.1.src', true],
    ]);
    const typed = { 'f.images.1.src': ' media/lost.svg' };
    const again = await lin.send(product, typed, { name: 'row', value: 'images:up:1' });
    expect(picturesOf(again.text)).toEqual([
      ['f.images.0.src', false],
      ['f.images.1.src', true],
    ]);
    expect(again.text.match(/圖庫裡沒有這個檔案/g)).toHaveLength(1);
  });
});

test('a form has its title first, then its text, then facts, then lists', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const { text } = await lin.get('/edit/products/pot');
  const places = ['f.name', 'body', 'f.category', 'f.updatedAt', 'f.images.0.src'].map((name) =>
    text.indexOf(` name="${name}"`),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});
