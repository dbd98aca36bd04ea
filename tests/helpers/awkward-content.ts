import { anArticle, anAuthor, aPage, aProduct, type Files } from './content.ts';

/** Texts that YAML would read as something else. */
export const awkwardTexts = [
  '「引號」與 "quotes" 與 \'single\'',
  '冒號: 後面有空白',
  '結尾是冒號:',
  '# 不是註解',
  '有 # 在中間',
  '- 不是清單',
  '? 問號 與 ! 與 & 與 * 與 @ 與 ` 與 %',
  '*重點*',
  '&錨',
  '!標籤',
  '@提及',
  '`碼`',
  '[不是清單]',
  '{不是: 表}',
  '| 直線',
  '> 大於',
  '%百分',
  '---',
  '...',
  '--- 一 ---',
  'yes',
  'No',
  'true',
  'null',
  '~',
  '2026',
  '007',
  '1.10',
  '1e3',
  '0x1F',
  '0o17',
  '.5',
  '-1',
  '12:30',
  '2026-01-01',
  '2026-01-01T08:00:00+08:00',
  '第一行\n第二行',
  '第一行\n\n  縮排的第三行\n末行',
  '  行首的空白\n不見了',
  '有\t定位',
  '尾行有空白 \n再一行',
  '😀👨‍👩‍👧‍👦🇹🇼',
  'é 組合字',
  'a\u00A0b\u3000c\u2028d\u200Be',
  '反斜線 \\n 與 \\',
  '很長'.repeat(90),
  '<b>不是標籤</b> &amp;',
  '${不是樣板}',
];

/** Bodies that Markdown might not give back. */
const awkwardBodies = [
  '',
  '---\n\n像是結尾的線\n\n---\n\ntitle: 不是標題\n',
  '    縮排的程式\n\n文字',
  '\u3000\u3000段首兩格\n\n\u3000\u3000又一段',
  '兩個空白換行  \n反斜線換行\\\n末行',
  '```yaml\n---\ntitle: x\n---\n```',
  '~~~\n沒有關上的程式\n',
  '一\n\n\n\n\n二',
  '- 清單\n  1. 內層\n\n     段落',
  '| 表 | `a\\|b` |\n|--|--|\n| 1 | 2 |',
  '註[^1]\n\n[^1]: 說明\n    續行',
  '😀 「茶」 \\<b> &lt;i> é',
];

/** Each text in each place that takes one, of every kind. */
export function awkwardContent(): Files {
  const files: Files = { 'site.yaml': '' };
  const at = (index: number) => awkwardTexts[index % awkwardTexts.length] ?? '';
  for (const [i, text] of awkwardTexts.entries()) {
    const body = awkwardBodies[i % awkwardBodies.length];
    files[`authors/a${i}.md`] = anAuthor(
      {
        name: text.slice(0, 90),
        links: [{ label: text.slice(0, 90), url: 'https://a.example/?q=「a」&b=: #c' }],
      },
      body,
    );
    files[`articles/a${i}.md`] = anArticle(
      {
        title: text,
        author: `a${i}`,
        summary: at(i + 1),
        coverAlt: at(i + 2),
        tags: [text.slice(0, 45), at(i + 3).slice(0, 45)],
        products: [`p${i}`, 'yes', '007'],
        publishedAt: `2026-01-02T08:00:00.${String(i).padStart(3, '0')}+08:00`,
        updatedAt: '2026-12-31T23:59:59.999-11:30',
      },
      body,
    );
    files[`products/p${i}.md`] = aProduct(
      {
        name: text,
        category: at(i + 4).slice(0, 45),
        summary: at(i + 5),
        specs: {
          [text.slice(0, 90)]: at(i + 6),
          產地: [text, at(i + 2)],
          [at(i + 7).slice(0, 90)]: { [text.slice(0, 90)]: '末', 7: at(i + 3) },
        },
        price: i * 1_000_003,
        sku: text.replaceAll(/\s/g, ' ').slice(0, 45),
        purchaseUrl: 'https://a.example/?q=yes: no#茶',
        purchaseLinks: [
          {
            url: 'https://a.example/?b=#c',
            label: at(i + 8)
              .replaceAll(/\s/g, ' ')
              .slice(0, 25),
          },
        ],
        badges: [text.slice(0, 5), at(i + 9).slice(0, 5)],
        related: ['yes', '007'],
        labelling: {
          maker: { name: text.slice(0, 90), phone: at(i + 1).slice(0, 35) },
          marks: [{ mark: 'ncc', number: 1 }],
        },
      },
      body,
    );
  }
  for (const [i, text] of awkwardTexts.entries()) {
    files[`pages/p${i}.md`] = aPage(
      { title: text, summary: at(i + 1), coverAlt: at(i + 2), updatedAt: '2026-12-31T23:59:59.999-11:30' },
      awkwardBodies[i % awkwardBodies.length],
    );
  }
  files['pages/draft.md'] = aPage({ status: 'draft' });
  for (const id of ['yes', '007', '茶 席', "it's"]) files[`products/${id}.md`] = aProduct();
  files['site.yaml'] = JSON.stringify({
    name: awkwardTexts[1],
    tagline: '007',
    description: awkwardTexts[36],
    categories: awkwardTexts.map((text) => text.slice(0, 45)).filter((text) => text.trim() !== ''),
    featured: [{ product: '007' }, { article: 'a1' }, { product: 'yes' }],
    navigation: [{ label: '- 茶: 席', path: '/pages/p1' }],
    front: ['products', 'featured'],
    colors: { light: '#9a3412', dark: '#fdba74' },
    footer: {
      about: awkwardTexts[37],
      links: [{ label: '- 茶: 席', url: '/product/info/茶' }],
      address: '007',
      email: 'a+b@tea.example',
      social: [{ label: 'yes', url: 'https://social.example/@tea' }],
      licence: { label: '- CC: BY', url: '/pages/p1' },
      year: 2021,
    },
  });
  return files;
}
