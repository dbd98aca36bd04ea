import { cover, coverAlt, summaryOptions, updatedAt } from './common-fields.ts';
import { choice, line, lines, reference, references, text, wholeNumber } from './fields.ts';
import { defineKind } from './kind.ts';

/** A category of products, in a tree of at most five levels. Its page is the list of its branch. */
export const category = defineKind({
  name: 'categories',
  word: 'category',
  phrase: 'a category',
  counter: '個',
  invitation: '新增分類',
  newTitle: '新分類',
  shown: 'published',
  title: 'name',
  picture: 'cover',
  fields: {
    name: line({ label: '名稱', max: 50, required: true, example: '收納用品', search: ['title'] }),
    parent: reference({
      label: '上層分類',
      to: 'categories',
      column: 'parent_id',
      rule: '留空就在最上層；最多五層。',
      example: 'home',
    }),
    order: wholeNumber({
      label: '順序',
      column: 'position',
      max: 1_000_000,
      rule: '同一層的分類由小到大排列，留空的排在後面。',
      hint: 'a whole number such as 10: its place among the categories beside it',
    }),
    summary: text(summaryOptions),
    cover,
    coverAlt,
    pinned: references({
      label: '置頂商品',
      to: 'products',
      maxItems: 100,
      join: { table: 'category_pins', owner: 'category_id', target: 'product_id' },
      rule: '推薦順序中排在最前面的商品，輸入名稱或網址名稱時會列出建議，最多 100 個。',
      example: '[canvas-bag]',
    }),
    filters: lines({
      label: '篩選項目',
      maxItems: 12,
      max: 50,
      rule: '規格或選項的名稱，例如「產地」，一行一個，最多 12 個；品牌寫 brand。列表可以用它們篩選。',
      hint: 'a list of at most 12 names of specs and options, or brand',
      example: '[產地, 容量]',
    }),
    view: choice({
      label: '列表的樣子',
      options: ['cards', 'table'],
      isDefaultLeftOut: true,
      rule: '卡片給看圖片挑的商品；表格給看規格挑的，例如零件。',
    }),
    columns: lines({
      label: '表格的欄位',
      maxItems: 6,
      max: 50,
      rule: '規格或選項的名稱，例如「材質」，一行一個，最多 6 個；品牌寫 brand。列表是表格的時候才看得到。',
      hint: 'a list of at most 6 names of specs and options, or brand',
      example: '[材質, 口徑]',
    }),
    updatedAt,
  },
  body: { column: 'body', label: '內文', made: [] },
  made: [],
});
