import { company, contact } from './contact-settings.ts';
import {
  choices,
  color,
  email,
  featured,
  font,
  line,
  lines,
  link,
  media,
  path,
  rows,
  text,
  webAddress,
  wholeNumber,
  year,
} from './fields.ts';
import type { Setting, SettingsOf } from './setting.ts';

/** Parts of the front page below its head. */
export const frontParts = ['featured', 'articles', 'products'] as const;
export type FrontPart = (typeof frontParts)[number];

const column = { label: '文字', required: true } as const;

/** The settings in the order of the file and of the form. They are one entry, without id and Markdown. */
const record = {
  name: {
    field: line({ label: '名稱', max: 100, required: true, hint: 'text, such as 青葉' }),
    absent: 'nothing',
    isNaming: true,
  },
  tagline: { field: line({ label: '標語', max: 200 }), absent: 'empty', isNaming: true },
  description: { field: text({ label: '網站介紹', max: 500 }), absent: 'empty', isNaming: true },
  logo: {
    field: media({
      label: '標誌',
      rule: '圖庫裡的圖片，例如 media/brand/logo.svg；留空就只有名稱。瀏覽器與手機的圖示會在一分鐘內換好。',
    }),
    absent: 'nothing',
    isNaming: true,
  },
  colors: {
    group: {
      light: {
        field: color({
          label: '主色（淺色模式）',
          mode: 'light',
          rule: '# 加六位十六進位數字，例如 #9a3412；在白底上的對比至少要 4.5。兩個顏色要一起填，留空就用預設的綠色。',
          hint: 'a colour such as #9a3412, dark enough to be read on white: a contrast of 4.5 and more',
        }),
        absent: 'nothing',
        isNaming: true,
      },
      dark: {
        field: color({
          label: '主色（深色模式）',
          mode: 'dark',
          rule: '例如 #fdba74；在深色底上的對比至少要 4.5。',
          hint: 'a colour such as #fdba74, light enough to be read on #1d293d: a contrast of 4.5 and more',
        }),
        absent: 'nothing',
        isNaming: true,
      },
    },
    absent: 'nothing',
    hint: 'a map of light and dark',
  },
  categories: {
    field: lines({
      label: '商品分類的順序',
      max: 50,
      maxItems: 100,
      hint: 'a list of category names in the order in which they are offered',
    }),
    absent: 'empty',
  },
  featured: {
    field: featured({
      label: '首頁精選',
      maxItems: 20,
      rule: '文章或商品的標題或網址名稱，輸入時會列出建議，最多 20 個。',
    }),
    absent: 'empty',
  },
  front: {
    field: choices({
      label: '首頁的順序',
      options: frontParts,
      rule: '由上到下，各選一次；都不選就全部都有。',
      hint: `a list of ${frontParts.join(', ')}, or some of them, each once and in the order of the front page`,
    }),
    absent: 'nothing',
  },
  navigation: {
    field: rows({
      label: '頁首的連結',
      maxItems: 8,
      rule: '最多 8 個，文字最多 12 個字。',
      hint: 'a list of at most 8 links, each with label and path',
      columns: {
        label: line({ ...column, max: 12, example: '關於我們' }),
        path: path({
          label: '站內路徑',
          required: true,
          rule: '以 / 開頭的站內路徑，例如 /pages/about。',
          hint: 'a path of this site such as /pages/about',
        }),
      },
    }),
    absent: 'nothing',
  },
  contact,
  priceNote: {
    field: line({
      label: '價格旁的說明',
      max: 20,
      isOneLine: true,
      rule: '最多 20 個字，例如「含稅，運費另計」，顯示在商品頁的價格旁邊。',
      hint: 'text of at most 20 characters in one line, such as 含稅，運費另計',
    }),
    absent: 'nothing',
  },
  newDays: {
    field: wholeNumber({
      label: '新品的天數',
      max: 365,
      rule: '商品發布之後這麼多天裡標示「新品」，最多 365；0 就都不標示，留空是 30 天。',
      hint: 'a whole number of days of at most 365, 0 for never, or left out for 30',
    }),
    absent: 'nothing',
  },
  footer: {
    group: {
      about: { field: text({ label: '頁尾介紹', max: 1000 }), absent: 'empty', isNaming: true },
      links: {
        field: rows({
          label: '頁尾的連結',
          maxItems: 50,
          hint: 'a list of links, each with label and url',
          columns: {
            label: line({ ...column, max: 100, hint: 'text, such as 商品' }),
            url: link({ label: '網址', required: true }),
          },
        }),
        absent: 'empty',
        isNaming: true,
      },
      ...company,
      address: { field: line({ label: '地址', max: 200 }), absent: 'nothing', isNaming: true },
      email: {
        field: email({ label: '電子郵件', max: 200 }),
        absent: 'nothing',
        isNaming: true,
      },
      social: {
        field: rows({
          label: '社群連結',
          maxItems: 10,
          hint: 'a list of 1 to 10 links, each with label and url',
          isFilled: true,
          columns: {
            label: line({ ...column, max: 100, hint: 'text, such as Instagram' }),
            url: webAddress({ label: '網址', required: true }),
          },
        }),
        absent: 'nothing',
        isNaming: true,
      },
      licence: {
        group: {
          label: {
            field: line({
              label: '授權條款的名稱',
              max: 100,
              required: true,
              hint: 'text, such as CC BY 4.0',
            }),
            absent: 'nothing',
            isNaming: true,
          },
          url: {
            field: link({
              label: '授權條款的網址',
              required: true,
              rule: '站內路徑，例如 /pages/licence；或以 https:// 開頭的網址。',
              hint: 'a path of this site such as /pages/licence, or a web address',
            }),
            absent: 'nothing',
            isNaming: true,
          },
        },
        absent: 'nothing',
        hint: 'a map of label and url',
      },
      year: {
        field: year({ label: '著作權起始年' }),
        absent: 'nothing',
        isNaming: true,
      },
    },
    absent: 'empty',
    hint: 'a map of about, links, company, taxId, address, email, social, licence and year, or some of them',
  },
  fonts: {
    group: {
      titles: {
        field: font({
          label: '標題字型',
          required: true,
          hint: 'on, off, or a file of the content folder such as fonts/title.ttf',
        }),
        absent: 'nothing',
        isFileOnly: true,
      },
    },
    absent: 'nothing',
    hint: 'a map of titles',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export const siteSettingsRecord: Readonly<Record<string, Setting>> = record;

/** `site.yaml`, complete. */
export type SiteSettings = SettingsOf<typeof record>;

/** The settings that every page shows: they travel with its data. */
export const layoutSettings = [
  'name',
  'tagline',
  'colors',
  'navigation',
  'contact',
  'priceNote',
  'footer',
] as const satisfies readonly (keyof SiteSettings)[];

/** The settings that every page shows. */
export type LayoutSettings = Pick<SiteSettings, (typeof layoutSettings)[number]>;
