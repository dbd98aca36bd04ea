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
  reference,
  references,
  rows,
  text,
  time,
  values,
  webAddress,
} from './fields.ts';
import { defineKind } from './kind.ts';
import { labelling } from './product-parts/labelling.ts';
import { findProductMistakes } from '../offers/product-mistakes.ts';

const numberOptions = {
  max: 50,
  isOneLine: true,
  absent: null,
  hint: 'text of at most 50 characters in one line, such as QY-120',
} as const;

/** Price and availability, of a product and of each variant. */
const salePrice = price({
  label: '特價',
  rule: '比價格低的新台幣整數；沒有特價就留空。',
  hint: 'a whole number of New Taiwan dollars below price, or left out',
});
const salePriceFrom = time({
  label: '特價開始',
  rule: '台北時間，日期與時刻都要填。留空就是現在已經開始。',
});
const salePriceUntil = time({
  label: '特價結束',
  rule: '台北時間。到這一刻就恢復原價；留空就一直是特價。',
});
const availableFrom = time({
  label: '到貨時間',
  rule: '台北時間。「可預購」與「缺貨，可預訂」要填；「即將推出」到這一刻就變成「有現貨」。',
});
const gtin = line({
  label: '國際條碼',
  rule: 'EAN、UPC 或 GTIN：8、12、13 或 14 位數字。',
  max: 14,
  isOneLine: true,
  isGtin: true,
  absent: null,
  hint: 'a number of 8, 12, 13 or 14 digits from a bar code, such as 4710000000011',
});
const mpn = line({
  label: '原廠料號',
  rule: '製造商給的型號，最多 70 個字。',
  max: 70,
  isOneLine: true,
  absent: null,
});

/** Columns with the present price and availability, for orders, filters and search: `settleOffers` writes them. */
export const columnsOfMoment = [
  'price_twd',
  'availability',
  'now_availability',
  'next_change_at',
  'cheap_key',
  'dear_key',
  'stock_key',
] as const;

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
    category: reference({
      label: '分類',
      to: 'categories',
      column: 'category',
      isOpen: true,
      max: 100,
      required: true,
      example: '居家用品',
      search: ['category'],
      isInTitleFont: true,
    }),
    alsoIn: references({
      label: '其他分類',
      to: 'categories',
      maxItems: 10,
      join: { table: 'product_also_in', owner: 'product_id', target: 'category_id' },
      rule: '也要出現在這些分類裡，例如「母親節禮盒」，最多 10 個。',
      example: '[gifts]',
    }),
    price: price({ label: '價格', column: 'list_price', nowColumn: 'price_twd', search: ['price'] }),
    salePrice,
    salePriceFrom,
    salePriceUntil,
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
    brand: line({ label: '品牌', max: 70, isOneLine: true, search: ['labels'] }),
    sku: line({ label: '貨號', ...numberOptions, isOwn: true, search: ['sku'] }),
    gtin,
    mpn,
    availability: choice({
      label: '供應狀態',
      options: availabilities,
      column: 'supply',
      nowColumn: 'now_availability',
      search: ['availability'],
    }),
    availableFrom,
    options: rows({
      label: '選項',
      maxItems: 3,
      rule: '例如「容量」：150 ml、250 ml。最多 3 個選項，每個最多 50 個值，一行一個。',
      hint: 'a list of at most 3 options, each with name and values',
      columns: {
        name: line({ label: '名稱', max: 50, required: true, isComposed: true }),
        values: lines({ label: '值', max: 50, maxItems: 50, search: ['labels'] }),
      },
    }),
    variants: rows({
      label: '款式',
      maxItems: 100,
      rule: '每一種可以買的組合一列，最多 100 列。留空的欄位就和商品一樣。',
      hint: 'a list of at most 100 variants, each with id and options',
      columns: {
        id: line({
          label: '網址名稱',
          max: 100,
          required: true,
          isId: true,
          hint: 'an id that no other variant of the product has, such as red-l',
        }),
        options: values({
          label: '選項',
          namesIn: 'options',
          maxItems: 3,
          hint: 'a map of the names of options and a value of each, such as { 容量: 150 ml }',
        }),
        sku: line({ label: '貨號', ...numberOptions, search: ['labels'] }),
        gtin,
        mpn,
        price: price({ label: '價格' }),
        salePrice,
        salePriceFrom,
        salePriceUntil,
        availability: choice({ label: '供應狀態', options: availabilities, absent: null }),
        availableFrom,
        image: media({ label: '圖片' }),
        purchaseUrl: webAddress({ label: '購買網址' }),
      },
    }),
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
  table: [
    'name',
    'sku',
    'price',
    'salePrice',
    'salePriceFrom',
    'salePriceUntil',
    'availability',
    'availableFrom',
    'category',
  ],
  tableRows: { field: 'variants', column: 'variant', id: 'id', values: 'options' },
  many: ['availability', 'category', 'badges'],
  body: { column: 'description', label: '商品說明', made: [] },
  made: ['picture', 'picture_alt', ...columnsOfMoment],
  findMistakes: findProductMistakes,
});
