import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aDrawing, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

/** Decomposed text, as some keyboards and most file systems of macOS write them, and a character for compatibility. */
const [decomposed, composed] = ['cafe\u0301', 'caf\u00e9'];
const [compatible, common] = ['\uF90A', '\u91D1'];

const files: Files = {
  'authors/lin.md': anAuthor(),
  [`products/${composed}.md`]: aProduct({ name: '壺', category: composed }),
  [`media/${composed}.svg`]: aDrawing,
};

describe.for(engines)('on %s', (engine) => {
  test('what was typed stays, and what stands in addresses is composed', async () => {
    const site = await openEditSite(engine, files);
    const lin = await site.signIn();
    const title = `${decomposed}與${compatible}`;
    const body = `內文 ${decomposed} ${compatible}\n\n![圖](media/${decomposed}.svg)`;
    const saved = await lin.send(await lin.get('/edit/articles/_new'), {
      ...{ id: `a-${decomposed}`, 'f.title': title, 'f.author': 'lin', body },
      ...{ 'f.tags': decomposed, 'f.products.0': decomposed, 'f.summary': decomposed },
      ...{ 'f.cover': `media/${decomposed}.svg`, 'f.coverAlt': '圖' },
    });
    const path = `/edit/articles/${encodeURIComponent(`a-${composed}`)}`;
    expect(saved.headers['location']).toBe(`${path}?done=saved`);
    const published = await lin.send(await lin.get(path), {}, { value: 'publish' });
    expect(published.status).toBe(303);
    const article = await site.services.db.read.selectFrom('articles').selectAll().executeTakeFirstOrThrow();
    expect(article).toMatchObject({ title, body_source: body, summary: decomposed });
    expect(article).toMatchObject({ tags: JSON.stringify([composed]), cover: `media/${composed}.svg` });
    const form = await lin.get(path);
    for (const text of [title, body]) expect(form.text).toContain(text);
    // Nothing is another text for having been shown and sent.
    expect((await lin.send(form, {}, { value: 'publish' })).status).toBe(303);
    expect(await site.services.db.read.selectFrom('drafts').selectAll().execute()).toEqual([]);

    // A search folds what a text keeps.
    for (const query of [composed, decomposed, `與${common}`, `與${compatible}`]) {
      const { text } = await request(site.app).get(`/search?q=${encodeURIComponent(query)}`);
      expect(text, query).toContain(`href="/articles/${encodeURIComponent(`a-${composed}`)}"`);
      expect((await lin.get(`/edit/articles?q=${encodeURIComponent(query)}`)).text).toContain(title);
    }
  });

  test('a text in decomposed characters is imported as it is, and again without a change', async () => {
    const site = await openEditSite(engine, files);
    const product = aProduct({ name: decomposed, category: decomposed }, `${decomposed} ${compatible}`);
    const path = `products/${composed}.md`;
    await site.import({ ...files, [path]: product });
    const { read } = site.services.db;
    const row = await read.selectFrom('products').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: decomposed, category: composed });
    expect(row.description_source).toBe(`${decomposed} ${compatible}`);
    const versions = () => read.selectFrom('entries').select(['key', 'version']).orderBy('key').execute();
    const before = await versions();
    await site.import({ ...files, [path]: product });
    expect(await versions()).toEqual(before);
  });
});
