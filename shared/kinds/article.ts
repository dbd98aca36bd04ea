import { cover, coverAlt, publishedAt, summaryOptions, updatedAt } from './common-fields.ts';
import { line, lines, reference, references, text } from './fields.ts';
import { defineKind } from './kind.ts';

export const article = defineKind({
  name: 'articles',
  word: 'article',
  phrase: 'an article',
  counter: '篇',
  invitation: '寫新文章',
  newTitle: '新文章',
  shown: 'dated',
  title: 'title',
  picture: 'cover',
  isSaved: true,
  isFeatured: true,
  fields: {
    title: line({ label: '標題', max: 200, required: true, example: '春天的新品', search: ['title'] }),
    author: reference({
      label: '作者',
      to: 'authors',
      required: true,
      column: 'author_id',
      example: 'lin-zhiyuan',
      search: ['authorId'],
    }),
    summary: text({ ...summaryOptions, isInTitleFont: true }),
    cover,
    coverAlt,
    tags: lines({
      label: '標籤',
      max: 50,
      maxItems: 20,
      hint: 'a list of short texts, such as [手作, 專訪]',
      search: ['labels', 'tags'],
      isInTitleFont: true,
    }),
    products: references({
      label: '文中提到的商品',
      to: 'products',
      maxItems: 50,
      join: { table: 'article_products', owner: 'article_id', target: 'product_id' },
      rule: '商品的名稱或網址名稱，輸入時會列出建議，最多 50 個。',
      example: '[baozhong-75g]',
    }),
    publishedAt,
    updatedAt,
  },
  many: ['author', 'tags'],
  body: { column: 'body', label: '內文', made: ['headings', 'reading_minutes'] },
  made: [],
});
