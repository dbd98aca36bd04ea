import request from 'supertest';
import { expect, test } from 'vitest';
import { isRenderedText, type RenderedText } from '#shared/editing/body/rendered-text.ts';
import { aDrawing, anArticle, anAuthor, type Files } from '../helpers/content.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { openEditSite } from '../helpers/editing.ts';

const text =
  '\n## 春茶\n\n「**香。**」[^1]\n\n![茶](media/tea.svg)\n\n> [!TIP]\n> 水要滾。\n\n見[文章](/articles/spring)。\n\n[^1]: 註';

const files: Files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({}, text),
};

async function openRenderSite() {
  const site = await openEditSite('sqlite', files);
  const render = (cookie: string, body: string) =>
    request(site.app).post('/edit/render').set('Cookie', cookie).field('body', body.replaceAll('\n', '\r\n'));
  return { ...site, render };
}

function rendered(body: unknown): RenderedText {
  if (!isRenderedText(body)) throw new Error('no rendered text');
  return body;
}

test('a text is shown to its editor as its page shows it, with the lines of its blocks', async () => {
  const { app, signIn, render } = await openRenderSite();
  const { cookie } = await signIn();
  const answer = await render(cookie, text).expect(200);
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  const { html, lines } = rendered(answer.body);
  const page = await request(app).get('/articles/spring').expect(200);
  expect(page.text).toContain(html);
  for (const part of ['<strong>香。</strong>', '小提示', '註釋', '<img src="/media/'])
    expect(html).toContain(part);
  expect(lines).toEqual([1, 3, 5, 7, 10, 10]);
  const refused = await render(cookie, '甲\n\n<script>alert(1)</script>').expect(200);
  expect(rendered(refused.body).html).toContain('&lt;script&gt;alert(1)');
});

test('links of a site under a path begin with it', async () => {
  const { app, cookie } = await openEditedSite({ env: { BASE_PATH: '/shop/' } });
  const answer = await request(app)
    .post('/shop/edit/render')
    .set('Cookie', cookie)
    .field('body', '[文章](/articles/spring)')
    .expect(200);
  expect(rendered(answer.body).html).toContain('href="/shop/articles/spring"');
});

test('an editor has one text rendered at a time', async () => {
  const { services, signIn, render } = await openRenderSite();
  const [lin, chen] = [await signIn(), await signIn()];
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { preview } = services.contentWork;
  Object.assign(services.contentWork, {
    preview: async (source: string) => {
      begun.resolve();
      await held.promise;
      return preview(source);
    },
  });
  const first = render(lin.cookie, '第一次').then(({ status }) => status);
  await begun.promise;
  await render(lin.cookie, '第二次').expect(429);
  const other = render(chen.cookie, '別人').then(({ status }) => status);
  held.resolve();
  expect(await Promise.all([first, other])).toEqual([200, 200]);
  await render(lin.cookie, '第三次').expect(200);
  await render((await signIn('author')).cookie, '作者的').expect(200);
});

test('nobody else has a text rendered', async () => {
  const { app, signIn, render } = await openRenderSite();
  const { cookie } = await signIn('reader');
  await render(cookie, '茶').expect(404);
  await render('', '茶').expect(401);
  await request(app).get('/edit/render').expect(404);
});

test('a text that no entry may have is refused, and so is what is no form', async () => {
  const { app, signIn, render } = await openRenderSite();
  const { cookie } = await signIn();
  await render(cookie, '茶'.repeat(120_001)).expect(413);
  await render(cookie, '茶'.repeat(600_000)).expect(413);
  await request(app).post('/edit/render').set('Cookie', cookie).send({ body: '茶' }).expect(415);
  expect(rendered((await render(cookie, '').expect(200)).body)).toEqual({ html: '', lines: [] });
});
