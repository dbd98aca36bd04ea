import { email, line, lineId, phone, taxId } from './fields.ts';
import type { Setting } from './setting.ts';

/** Ways to ask about a product, of `site.yaml`. */
export const contact = {
  group: {
    line: {
      field: lineId({ label: 'LINE 官方帳號' }),
      absent: 'nothing',
      isNaming: true,
    },
    phone: {
      field: phone({ label: '洽詢電話' }),
      absent: 'nothing',
      isNaming: true,
    },
    email: {
      field: email({
        label: '洽詢的電子郵件',
        max: 200,
        rule: '例如 hello@example.com；留空就用頁尾的電子郵件，只出現在沒有標價的商品。',
      }),
      absent: 'nothing',
      isNaming: true,
    },
    hours: {
      field: line({
        label: '服務時間',
        max: 100,
        isOneLine: true,
        rule: '最多 100 個字，例如「週一至週五 10:00–18:00」。',
        hint: 'text of at most 100 characters in one line, such as 週一至週五 10:00–18:00',
      }),
      absent: 'nothing',
      isNaming: true,
    },
  },
  absent: 'empty',
  hint: 'a map of line, phone, email and hours, or some of them',
} as const satisfies Setting;

/** The company behind a site, in its footer. */
export const company = {
  company: {
    field: line({ label: '公司名稱', max: 100, isOneLine: true }),
    absent: 'nothing',
    isNaming: true,
  },
  taxId: {
    field: taxId({ label: '統一編號' }),
    absent: 'nothing',
    isNaming: true,
  },
} as const satisfies Readonly<Record<string, Setting>>;
