import { cover, coverAlt, summaryOptions, updatedAt } from './common-fields.ts';
import { line, text } from './fields.ts';
import { defineKind } from './kind.ts';

/** A page such as 關於我們. It has no date from which it is shown: it is no news, and stands in no list. */
export const sitePage = defineKind({
  name: 'pages',
  word: 'page',
  phrase: 'a page',
  counter: '個',
  invitation: '新增頁面',
  newTitle: '新頁面',
  shown: 'published',
  title: 'title',
  picture: 'cover',
  fields: {
    title: line({ label: '標題', max: 200, required: true, example: '關於我們', search: ['title'] }),
    summary: text({ ...summaryOptions, isInTitleFont: true }),
    cover,
    coverAlt,
    updatedAt,
  },
  body: { column: 'body', label: '內文', made: [] },
  made: [],
});
