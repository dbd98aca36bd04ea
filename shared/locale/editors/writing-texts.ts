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
    picture: '圖片',
    product: '商品',
    page: '頁面',
  },
  preview: '預覽',
  previewLabel: '預覽區',
  previewLate: '預覽暫時無法更新，你可以繼續寫，之後會再試。',
  previewSignedOut: '登入已經結束，預覽不會更新。請在新分頁登入，再回到這裡繼續。',
  previewTooLong: '內文太長，無法預覽。請分成幾篇。',
  /** Name of a picture that comes within a pasted text. */
  pastedPicture: '貼上的圖片',
  tableHeading: (column: number) => `第 ${column} 欄`,
  count: ({ han, minutes }: { han: number; minutes: number }) =>
    `漢字 ${formatNumber(han)} 個，讀完約 ${formatNumber(minutes)} 分鐘`,
} as const;
