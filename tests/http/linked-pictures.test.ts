import { readFileSync } from 'node:fs';
import request from 'supertest';
import { expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines, temporaryFolder } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { picture } from '../helpers/picture-store.ts';

const body = `[![大圖](media/large.jpg "說明")](media/large.jpg)

字[![小圖](media/茶.png)](media/茶.png "看")字

[![縮圖](media/茶.png)](media/large.jpg)

> [![外](media/茶.png)](https://example.com/)`;

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({}, body),
  'media/large.jpg': await picture(2000, 1500).jpeg().toBuffer(),
  'media/茶.png': await picture(300, 200).png().toBuffer(),
};

test.for(engines)('a picture that is linked to itself leads to its largest file on %s', async (engine) => {
  const { app, services } = await openEditSite(engine, files, {
    env: { BASE_PATH: '/shop/', PUBLIC_URL: 'https://tea.example' },
  });
  const { body: payload } = await request(app).get('/shop/articles/spring/_payload.json').expect(200);
  const html: string = payload.data['articles-id'].bodyHtml;
  const links = [...html.matchAll(/<a ([^>]*)><(?:picture|img)/g)].map(([, attributes]) => attributes);
  const large = expect.stringMatching(
    /^href="\/shop\/media\/[^"]+\/1920\.jpg" class="enlarge" title="放大圖片"/,
  );
  expect(links).toEqual([
    large,
    expect.stringMatching(/^href="\/shop\/media\/[^"]+\/300\.jpg" data-reload="" title="看"$/),
    expect.stringMatching(/^href="\/shop\/media\/[^"]+\/1920\.jpg" data-reload=""$/),
    'href="https://example.com/" rel="noopener noreferrer"',
  ]);
  expect(html).toMatch(
    /^<figure><a [^>]*><picture>.*<\/picture><\/a><figcaption>說明<\/figcaption><\/figure>/,
  );
  for (const [, address = ''] of html.matchAll(/<a href="(\/shop\/[^"]+)/g))
    await request(app).get(address).expect(200);

  const twin = await request(app).get('/shop/articles/spring.md').expect(200);
  expect(twin.text).not.toContain('(media/');
  const feed = await request(app).get('/shop/feed.json').expect(200);
  expect(feed.text).toMatch(/<a href=\\"https:\/\/tea\.example\/shop\/media\/[^"]+\/300\.jpg/);

  const store = folderStore(services.config.dataDir);
  const folder = `${temporaryFolder()}/out`;
  await exportContent(folder, services.db, store);
  expect(readFileSync(`${folder}/articles/spring.md`, 'utf8')).toContain(body);
  const again = await importContent(folder, services.db, store);
  expect(again.written.articles).toBe(0);
});

test('a link to a file of the media folder is refused around words, and one that is not there is told', async () => {
  const { signIn } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const form = await lin.get('/edit/articles/spring');
  const refused = await lin.send(
    form,
    { body: '[看](media/large.jpg)\n\n[![圖](media/large.jpg)](media/none.jpg)' },
    { value: 'publish' },
  );
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('內文第 1 行：media/large.jpg 不能當連結');
  const missing = await lin.send(
    refused,
    { body: '[![圖](media/large.jpg)](media/none.jpg)\n\n<video src="media/none.mp4"></video>' },
    { value: 'publish' },
  );
  expect(missing.status).toBe(422);
  expect(missing.text).toContain('內文第 1 行的圖片 media/none.jpg 不在圖庫裡。');
  expect(missing.text).toContain('內文第 3 行的影片或聲音 media/none.mp4 不在圖庫裡。');
});
