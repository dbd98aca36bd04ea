import { choice, group, line, rows, type ValueOf } from '../fields.ts';

/** Marks that devices need by law before they are sold: of the Bureau of Standards, and of the NCC. */
const legalMarks = ['bsmi', 'ncc'] as const;

const firm = <const Label extends string>(label: Label) =>
  group({
    label,
    hint: 'a map of name, address and phone',
    columns: {
      name: line({ label: `${label}名稱`, max: 100, required: true, example: '青葉有限公司' }),
      address: line({ label: `${label}地址`, max: 200 }),
      phone: line({ label: `${label}電話`, max: 40, example: '049-258-0000' }),
    },
  });

/** Facts that the label of a product has by law, which shops show on its page too. */
export const labelling = group({
  label: '商品標示',
  columns: {
    maker: firm('製造商'),
    importer: firm('進口商'),
    origin: line({ label: '原產地', max: 50, example: '臺灣' }),
    netContent: line({ label: '內容量', max: 50, example: '150 公克' }),
    marks: rows({
      label: '檢驗標識',
      maxItems: 5,
      rule: 'BSMI 是商品檢驗標識，NCC 是電信器材審驗合格標籤；後面填號碼。最多 5 個。',
      hint: 'a list of marks, each with mark and number',
      columns: {
        mark: choice({ label: '標識', required: true, options: legalMarks }),
        number: line({ label: '號碼', max: 50, required: true, isOneLine: true, example: 'R3A001' }),
      },
    }),
  },
});

export type Labelling = NonNullable<ValueOf<typeof labelling>>;
