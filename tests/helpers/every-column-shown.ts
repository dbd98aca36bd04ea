import sharp from 'sharp';
import { aPdf } from './a-pdf.ts';
import { aCategory, aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';

/** Content of which pages show every column, in every place where they show it. */
export async function everyColumnShown(): Promise<Files> {
  const product = (n: number, fields: Record<string, unknown>) =>
    aProduct(
      {
        name: `茶${n}`,
        summary: `摘要${n}`,
        price: 100 * n,
        publishedAt: `2026-01-0${n + 1}T00:00:00Z`,
        ...fields,
      },
      `說明${n}。`,
    );
  const article = (n: number, fields: Record<string, unknown>) =>
    anArticle(
      {
        title: `文${n}`,
        summary: `摘要${n}`,
        publishedAt: `2026-02-0${[5, 2, 3, 1, 4, 6, 7][n]}T00:00:00Z`,
        tags: [`標${n}`, '同'],
        ...fields,
      },
      `## 節${n}\n\n![壺${n}](media/photo.jpg)\n\n${'內文。'.repeat(300 * n)}`,
    );
  const picture = { cover: 'media/photo.jpg', coverAlt: '壺' };
  const images = [{ src: 'media/photo.jpg', alt: '茶' }];
  return {
    'media/photo.jpg': await photo(),
    'media/drawing.svg': aDrawing,
    'media/manual.pdf': aPdf(),
    'authors/lin.md': anAuthor(
      { avatar: 'media/photo.jpg', links: [{ label: '網站', url: 'https://lin.example' }] },
      '寫茶。',
    ),
    'authors/chen.md': anAuthor({ name: '陳又芳' }),
    'authors/wu.md': anAuthor({ name: '吳' }),
    'categories/tea.md': aCategory({ name: '茶', order: 2, pinned: ['p3'] }),
    'categories/杯.md': aCategory({ name: '杯子', order: 3, ...picture, cover: 'media/drawing.svg' }),
    'categories/oolong.md': aCategory(
      {
        parent: 'tea',
        order: 9,
        pinned: ['p0', 'p1'],
        view: 'table',
        columns: ['產地'],
        filters: ['產地'],
        summary: '烏龍',
        updatedAt: '2026-03-01T00:00:00Z',
        ...picture,
      },
      '半球形的茶。',
    ),
    'categories/z-draft.md': aCategory({ name: '草稿', status: 'draft' }),
    'products/p0.md': product(0, { category: '茶器', alsoIn: ['oolong', '杯'], availability: 'sold_out' }),
    'products/p1.md': product(1, {
      category: 'oolong',
      images,
      specs: { 產地: '坪林' },
      sku: 'QY-1',
      purchaseUrl: 'https://shop.example/1',
      purchaseLinks: [{ url: 'https://shopee.tw/1' }],
      downloads: [{ label: '說明', file: 'media/manual.pdf' }],
      badges: ['限量'],
      gtin: '4006381333931',
      mpn: 'M-1',
      related: ['p2', 'p0', 'p3'],
      labelling: { origin: '臺灣' },
      updatedAt: '2026-03-01T00:00:00Z',
    }),
    'products/p2.md': product(2, {
      images: [{ src: 'media/drawing.svg', alt: '圖' }],
      alsoIn: ['tea'],
      options: [{ name: '顏色', values: ['紅', '白'] }],
      variants: [
        { id: 'red', options: { 顏色: '紅' } },
        { id: 'white', options: { 顏色: '白' }, price: 250 },
      ],
    }),
    'products/p3.md': product(3, {
      related: ['p1'],
      availability: 'preorder',
      availableFrom: '2026-12-24T00:00:00Z',
      salePrice: 280,
      salePriceFrom: '2026-02-01T00:00:00Z',
      salePriceUntil: '2026-12-01T00:00:00Z',
    }),
    'products/z-draft.md': product(4, { category: '茶食', price: 900, status: 'draft' }),
    // So that there is a second page.
    ...Object.fromEntries(
      Array.from({ length: 24 }, (_, n) => [
        `products/q${n}.md`,
        aProduct({ name: `杯${n}`, category: '杯', price: 500, publishedAt: '2026-01-20T00:00:00Z' }),
      ]),
    ),
    'articles/a0.md': article(0, { author: 'chen', products: ['p1', 'p2'] }),
    'articles/a1.md': article(1, {
      ...picture,
      products: ['p1', 'p0', 'p2'],
      updatedAt: '2026-03-01T00:00:00Z',
    }),
    'articles/a2.md': article(2, {}),
    'articles/a3.md': article(3, {}),
    'articles/z-draft.md': article(4, { status: 'draft' }),
    // So that there are more than an article shows as related.
    'articles/a5.md': article(5, { author: 'chen' }),
    'articles/a6.md': article(6, { author: 'chen', tags: ['標6'] }),
    'pages/about.md': aPage(
      { summary: '我們', ...picture, updatedAt: '2026-03-01T00:00:00Z' },
      '## 節\n\n![壺](media/photo.jpg)',
    ),
    'pages/contact.md': aPage({ title: '聯絡我們' }),
    'pages/z-draft.md': aPage({ status: 'draft' }),
    'site.yaml': 'name: 測試誌\nfeatured:\n  - product: p1\n  - article: a1\n',
  };
}

const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
