import { formatNumber } from '../numbers.ts';

/** The texts of the table of products, and of one change for many. */
export const tableTexts = {
  title: '用試算表修改',
  again: '再改一次',
  text: '下載表格，用 Excel、LibreOffice 或 Google 試算表修改，再把檔案放回來。寫入之前會先列出每一列的差異。',
  download: '下載表格（CSV）',
  upload: '放回改好的表格',
  file: '檔案',
  fileRule: (megabytes: number, rows: number) =>
    `CSV 檔，最大 ${megabytes} MB、${formatNumber(rows)} 列，每個款式也算一列。另存時選「CSV UTF-8」最好；Big5 也看得懂。`,
  rows: '或是貼上儲存格',
  rowsRule: '在試算表裡選取要改的列，連同第一列一起複製，貼在這裡。',
  check: '看差異',
  columnsTitle: '欄位',
  columns:
    '缺少的欄位不會動；空白的格子會清空那個欄位。網址名稱（id）、款式（variant）與版本（version）請保留原樣：下載之後有人改過的商品，靠版本認得出來。有款式的商品，每個款式在它下面也是一列：名稱只是給人看的，空白的格子就和商品一樣。表格不會新增商品與款式。',
  nothing: '請選一個檔案，或貼上儲存格。',
  unreadable: {
    empty: '這個檔案是空的。第一列要有欄位的名稱。',
    workbook: '這是試算表自己的檔案格式（.xlsx、.xls 或 .ods）。請在試算表裡另存成「CSV UTF-8」再放上來。',
    encoding: '看不懂這個檔案的文字編碼。請在試算表裡另存成「CSV UTF-8」再放上來。',
    broken: (line: number) =>
      `第 ${line} 列的引號沒有成對，從那裡開始讀不下去。格子裡的引號要寫兩次，整格再用引號包起來；由試算表存檔就會是對的。`,
    tooManyRows: (max: number) =>
      `這個檔案超過 ${formatNumber(max)} 列（每個款式也算一列），一次讀不完。請分成幾個檔案，同一項商品的列放在同一個檔案；或只留下要改的列。`,
    tooLarge: (megabytes: number) =>
      `這個檔案超過 ${megabytes} MB，一次讀不完。請分成幾個檔案，或只留下要改的列與欄。`,
  },
  header: {
    'no-id': (names: readonly string[]) =>
      `第 1 列沒有 id 這一欄，不知道是哪些商品。可以用的欄位：${names.join('、')}。`,
    'no-columns': (names: readonly string[]) =>
      `第 1 列沒有可以修改的欄位。可以用的欄位：${names.join('、')}。`,
    twice: (name: string) => `第 1 列有兩個「${name}」，請只留一個。`,
  },
  differences: '表格的差異',
  counts: (rows: number, changes: number, unchanged: number) =>
    `表格有 ${formatNumber(rows)} 列：${formatNumber(changes)} 列會改，${formatNumber(unchanged)} 列和現在相同。`,
  nothingToDo: '沒有要改的地方，網站上的資料和表格相同。',
  notRead: (names: readonly string[]) => `沒有叫做「${names.join('」「')}」的欄位，那裡的內容不會讀進來。`,
  noVersion: '這個表格沒有版本（version）這一欄，看不出下載之後有沒有別人改過。',
  lossy: '這個檔案是 Big5 編碼，有些字存不進去而變成了問號；和現在的文字對得上的，就當作沒有改。',
  problemsTitle: (count: number) => `有錯的 ${formatNumber(count)} 處`,
  problemsText: '請在試算表裡改好，再放一次；也可以略過這幾列，只寫入其餘的。現在什麼都還沒有寫入。',
  moreProblems: (count: number) => `還有 ${formatNumber(count)} 處。`,
  leftOutTitle: (count: number) => `略過的 ${formatNumber(count)} 列`,
  changesTitle: '會改的地方',
  /** Beginning of a sentence about a row. */
  row: (line: number, id: string) => `第 ${line} 列${id === '' ? '' : '，'}`,
  /** After the name of a product. */
  variant: (variant: string) => `，款式「${variant}」`,
  said: (sentence: string) => `：${sentence}`,
  column: (label: string, rule: string) => label + (rule === '' ? '' : `：${rule}`),
  cell: (label: string) => `${label}：`,
  rowOfChanges: (line: number, name: string, changes: readonly string[]) =>
    `第 ${line} 列　${name}　${changes.join('，')}`,
  lineHead: '列',
  entryHead: '商品',
  changeHead: '現在 → 改成',
  emptyValue: '（空白）',
  moreChanges: (count: number) => `其餘 ${formatNumber(count)} 列`,
  write: (count: number) => `寫入 ${formatNumber(count)} 列的修改`,
  writeOthers: (mistakes: number, count: number) =>
    `略過有錯的 ${formatNumber(mistakes)} 列，寫入其餘 ${formatNumber(count)} 列`,
  tooManyChanges: (max: number) =>
    `一次最多寫入 ${formatNumber(max)} 項商品。請分成幾個檔案，或請維運人員用指令匯入。`,
  visitors: '已經發布的商品，訪客馬上就會看到。',
  written: (count: number) => `已經改好 ${formatNumber(count)} 項商品。`,
  problem: {
    value: (label: string, typed: string, rule: string) =>
      typed === '' ? `「${label}」不能是空白的。${rule}` : `看不懂「${label}」的「${typed}」。${rule}`,
    price: '請寫新台幣的整數，例如 1280；不標價就留空。',
    choice: (options: readonly (readonly [option: string, label: string])[]) =>
      `可以填：${options.map(([option, label]) => `${label}（${option}）`).join('、')}。`,
    time: '請寫成 2026-11-30 10:00。',
    category: (typed: string) => `沒有「${typed}」這個分類，請先有這個分類的商品。`,
    same: (label: string, other: string) =>
      `「${label}」和${other === '' ? '商品本身' : `款式「${other}」`}一樣，請改掉其中一個。`,
    'not-of-variant': (label: string) => `款式沒有自己的「${label}」，這一格請留空；要改就改商品那一列。`,
    repeated: (other: number) =>
      `和第 ${other} 列是同一項商品，請只留一列；各個款式的列靠 variant 這一欄分辨。`,
    'unknown-id': '沒有這個網址名稱的商品。新的商品請先在編輯室新增並發布。',
    'unknown-variant': '這項商品沒有這個款式。表格不會新增款式，請先在商品的表單裡新增並發布。',
    'no-id': '這一列沒有網址名稱（id），不知道是哪一項商品。',
    'too-many-cells': '這一列的格子比第 1 列多。內容裡有逗號的格子要用引號包起來。',
    'no-version': '版本（version）不是數字，請保留下載時的樣子。',
  },
  leftOut: {
    changed: '下載之後有人改過；請重新下載，再改一次。',
    draft: (by: string) => `${by || '有人'}正在修改，有還沒發布的草稿。`,
    beside: (line: number) => `同一項商品的第 ${line} 列有錯，一起略過。`,
    gone: '已經不在了。',
    never: '還沒有發布過，請打開它來改。',
    needed: '還有別的內容少不了它，請打開它來移除。',
    wrong: '新的內容和其他欄位不合，請打開它來改。',
  },
  many: {
    happened: (count: number) => `一次改了 ${count} 項`,
    choose: (name: string) => `勾選「${name}」`,
    all: '這一頁全部',
    legend: '一次修改勾選的項目',
    rule: '只會改這一頁勾選的項目；換頁之後要重新勾選。按下去會先列出會改什麼。',
    availability: '供應狀態改成',
    category: '分類改成',
    badges: '卡片標籤改成',
    badgesExample: '例如 限量',
    go: '下一步',
    goWith: (label: string) => `${label}：下一步`,
    unpublish: '取消發布',
    title: (label: string, value: string) => `把${label}改成「${value}」`,
    author: '作者改成',
    tags: '標籤',
    addTags: '加上',
    dropTags: '拿掉',
    tagsExample: '例如 專訪、新品',
    addTitle: (label: string, value: string) => `${label}加上「${value}」`,
    dropTitle: (label: string, value: string) => `${label}拿掉「${value}」`,
    publish: '發布',
    publishTitle: '發布這些項目',
    publishText: '有草稿的發布草稿，其他的照現在的內容發布；排了未來時間的，到時候才會出現。',
    willPublish: (hasDraft: boolean) => (hasDraft ? '發布草稿' : '發布'),
    remove: '移到回收桶',
    removeTitle: '把這些項目移到回收桶',
    removeText:
      '訪客看得到的，舊網址會顯示「已經移除」。90 天內可以從回收桶復原，連同草稿與歷史。要讓舊網址轉到別的頁面，請打開那一項來移除。',
    willRemove: '移到回收桶',
    unpublishTitle: '取消發布這些項目',
    unpublishText: '訪客會看不到這些項目，它們留在編輯室裡。',
    unknownValue: (label: string, value: string) => `找不到「${value}」這個${label}。`,
    undone: (count: number) => `復原了 ${count} 項。`,
    undoneBesides: (count: number) => `復原了 ${count} 項，下面這些沒有復原：`,
    willChange: (count: number) => `會改的 ${count} 項`,
    same: (count: number) => `已經是這樣的有 ${count} 項。`,
    leftOut: (count: number) => `不會改的 ${count} 項`,
    changed: '你打開列表之後有人改過。',
    confirm: (count: number) => `確定，改 ${count} 項`,
    nothingToDo: '勾選的項目沒有一項會改。',
    back: '回到列表',
    done: (count: number) => `改好了 ${count} 項。`,
    doneBesides: (count: number) => `改好了 ${count} 項，下面這些沒有改：`,
  },
  list: {
    table: '用試算表修改',
    anyCategory: '所有分類',
    anyAvailability: '所有供應狀態',
    category: '分類',
    availability: '供應狀態',
    noPicture: '沒有圖片',
    onSale: '特價中',
    formerPrice: (price: string) => `原價 ${price}`,
  },
} as const;

/** The word for an availability without its first sign, as people type it: 現貨 for 有現貨. */
export function shortAvailability(label: string): string {
  return label.replace(/^[有已可]/, '');
}
