import { availabilities } from './availabilities.ts';
import { publishedAt, summaryOptions, updatedAt } from './common-fields.ts';
import {
  choice,
  line,
  lines,
  media,
  pairs,
  pdf,
  price,
  references,
  rows,
  text,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';
import { labelling } from './labelling.ts';

export const product = defineKind({
  name: 'products',
  word: 'product',
  phrase: 'a product',
  counter: '項',
  invitation: '新增商品',
  newTitle: '新商品',
  shown: 'dated',
  title: 'name',
  picture: 'picture',
  isSaved: true,
  isFeatured: true,
  fields: {
    name: line({ label: '名稱', max: 200, required: true, example: '帆布收納袋', search: ['title'] }),
    category: line({
      label: '分類',
      max: 50,
      required: true,
      isComposed: true,
      example: '居家用品',
      search: ['labels', 'category'],
      isInTitleFont: true,
    }),
    price: price({ label: '價格', column: 'price_twd', search: ['price'] }),
    summary: text(summaryOptions),
    images: rows({
      label: '圖片',
      maxItems: 30,
      rule: '第一張是主要的圖片，最多 30 張。',
      hint: 'a list of pictures, each with src and alt',
      columns: {
        src: media({ label: '圖片', required: true }),
        alt: line({
          label: '圖片說明',
          max: 300,
          required: true,
          hint: 'text that says what the picture shows',
        }),
      },
    }),
    specs: pairs({
      label: '規格',
      hint: 'a map of different names and their values, such as { 產地: 新北坪林, 顏色: [白, 青] }, or of groups of them',
      search: ['labels'],
    }),
    sku: line({
      label: '貨號',
      max: 50,
      isOneLine: true,
      isOwn: true,
      absent: null,
      hint: 'text of at most 50 characters in one line, such as QY-120',
      search: ['sku'],
    }),
    availability: choice({ label: '供應狀態', options: availabilities, search: ['availability'] }),
    purchaseUrl: webAddress({ label: '購買網址' }),
    purchaseLinks: rows({
      label: '更多賣場',
      maxItems: 8,
      rule: '網址，再來是賣場的名稱；常見的賣場可以不寫名稱。購買網址排第一，其餘照這裡的順序，最多 8 個。',
      hint: 'a list of at most 8 links, each with url and, if you like, label',
      columns: {
        url: webAddress({ label: '網址', required: true }),
        label: line({ label: '賣場名稱', max: 30, isOneLine: true }),
      },
    }),
    downloads: rows({
      label: '下載',
      maxItems: 20,
      rule: '說明書、規格書之類的 PDF：名稱，再來是媒體資料夾裡的檔案，例如 media/products/manual.pdf，最多 20 個。',
      hint: 'a list of at most 20 files, each with label and file',
      columns: {
        label: line({ label: '名稱', max: 100, required: true, isOneLine: true, example: '使用說明書' }),
        file: pdf({
          label: '檔案',
          required: true,
          rule: '媒體資料夾裡的 PDF，例如 media/products/manual.pdf。',
        }),
      },
    }),
    badges: lines({ label: '卡片標籤', max: 6, maxItems: 2 }),
    related: references({
      label: '相關商品',
      to: 'products',
      maxItems: 12,
      rule: '排在自動挑選的同類商品前面，最多 12 個。填商品的名稱或網址名稱。',
      join: { table: 'product_related', owner: 'product_id', target: 'related_id' },
    }),
    labelling,
    publishedAt,
    updatedAt,
  },
  table: ['name', 'sku', 'price', 'availability', 'category'],
  body: { column: 'description', label: '商品說明', made: [] },
  made: ['picture', 'picture_alt', 'cheap_key', 'dear_key', 'stock_key'],
});
