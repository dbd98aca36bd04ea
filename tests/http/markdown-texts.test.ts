import { describe, expect, test } from 'vitest';
import { anArticle } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { feedFiles, get, openFeedSite, origin } from '../helpers/feeds.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';

describe.for(engines)('on %s', (engine) => {
  test('an article is there as Markdown, with absolute addresses', async () => {
    const site = await openFeedSite({ engine });
    const answer = await get(site, '/articles/spring.md').expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-robots-tag': 'noindex',
      link: `<${origin}/articles/spring>; rel="canonical"`,
    });
    expect(answer.text).toContain('title: "春茶 <日記> & 😀"\nauthor: "林知遠"');
    expect(answer.text).toContain(
      'published: "2026-01-02T08:00:00+08:00"\nupdated: "2026-02-03T09:30:00+08:00"',
    );
    expect(answer.text).toContain('\n# 春茶 <日記> & 😀\n\n> 一句話。\n\n');
    expect(answer.text).toContain(
      `見[包種茶](${origin}/product/info/baozhong)與[第一節](${origin}/articles/spring#s-一)。`,
    );
    expect(answer.text).toMatch(/!\[茶\]\(https:\/\/tea\.example\/media\/\w+\.svg\)/);
    for (const missing of ['draft', 'soon', 'nothing'])
      await get(site, `/articles/${missing}.md`).expect(404);
    await site.import({ 'articles/nothing.md': anArticle() });
    await newsHasCome(site.services);
    await get(site, '/articles/nothing.md').expect(200);
  });

  test('llms.txt names the newest articles and the lists', async () => {
    const site = await openFeedSite({ engine });
    const { text } = await get(site, '/llms.txt').expect(200);
    expect(text).toBe(
      [
        '# 清葉\n',
        '> 茶的雜誌。\n',
        '## 文章\n',
        `- [春茶 <日記> & 😀](${origin}/articles/spring.md): 一句話。`,
        `- [冬茶](${origin}/articles/winter.md)\n`,
        '## 列表\n',
        `- [所有文章](${origin}/articles)`,
        `- [所有商品](${origin}/product)`,
        `- [茶葉](${origin}/product?category=%E8%8C%B6%E8%91%89)`,
        `- [茶器 & 杯](${origin}/product?category=%E8%8C%B6%E5%99%A8%20%26%20%E6%9D%AF)\n`,
        '## 訂閱\n',
        `- [新文章](${origin}/feed.xml)`,
        `- [新商品](${origin}/product/feed.xml)\n`,
      ].join('\n'),
    );
  });
});

test('an article whose id ends in .md keeps its page', async () => {
  const site = await openFeedSite({
    files: { ...feedFiles, 'articles/spring.md.md': anArticle({ title: '同名' }) },
  });
  const page = await get(site, '/articles/spring.md', { Accept: 'text/html' }).expect(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await get(site, '/articles/spring.md.md').expect(200)).text).toContain('# 同名');
});
