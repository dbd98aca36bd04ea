import { formatNumber } from '../numbers.ts';

/** Words around the Markdown field, which the script of the edit area loads. */
export const writingTexts = {
  toolbar: '寫作工具',
  tools: {
    bold: '粗體',
    emphasis: '斜體',
    heading: '小標題',
    list: '清單',
    numbers: '編號',
    quote: '引文',
    callout: '提示框',
    link: '連結',
    footnote: '註釋',
    table: '表格',
    ruby: '注音',
  },
  tableHeading: (column: number) => `第 ${column} 欄`,
  count: ({ han, minutes }: { han: number; minutes: number }) =>
    `漢字 ${formatNumber(han)} 個，讀完約 ${formatNumber(minutes)} 分鐘`,
} as const;
