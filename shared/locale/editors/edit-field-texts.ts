import { formatNumber } from '../numbers.ts';
import type { MistakeReason } from '#shared/offers/mistakes.ts';

/** Texts about the fields of the edit area: labels, rules, and messages about invalid values. */
export const editFieldTexts = {
  /** Rule of a field, shown beside it and when its value is invalid. */
  rules: {
    line: (max?: number) => (max === undefined ? '' : `最多 ${max} 個字。`),
    text: (max?: number) => (max === undefined ? '' : `最多 ${max} 個字。`),
    lines: (max = 0, maxItems = 0) => `一行一個，最多 ${maxItems} 個，每個最多 ${max} 個字。`,
    price: () => '新台幣的整數，例如 680 或 1,280；不標價就留空。',
    number: (max?: number) => (max === undefined ? '' : `0 到 ${max} 的整數。`),
    time: () => '台北時間，日期與時刻都要填，或是都留空。',
    address: () => '以 https:// 或 http:// 開頭的網址。',
    path: () => '以 / 開頭的站內路徑，例如 /articles。',
    link: () => '站內路徑，例如 /articles；或以 https:// 開頭的網址。',
    email: () => '例如 hello@example.com。',
    phone: () => '例如 02-2345-6789，也可以加上分機。',
    lineId: () => '以 @ 開頭，例如 @qingye；在 LINE 官方帳號的管理後台可以找到。',
    taxId: () => '八位數字。',
    year: () => '西元年，四位數字，例如 2019。',
    choice: () => '',
    check: () => '',
    value: () => '',
    media: () => '圖庫裡的檔案，例如 media/articles/spring.svg。',
    reference: () => '',
    featured: () => '文章或商品的標題或網址名稱，輸入時會列出建議。',
    rows: (_max?: number, maxItems = 0) => `最多 ${maxItems} 個。`,
    color: () => '',
    pairs: () =>
      '名稱例如「產地」，內容例如「坪林」；有好幾個內容就一行一個。分組是上面的小標題，例如「尺寸」，可以留空。同一組裡每個名稱一次；名稱與分組最多 100 個字，內容最多 500 個字、50 行。',
  },
  /** Buttons of rows that combine the values of options, by what they do. */
  combinations: {
    combine: '產生所有組合',
    'fill:price': '第一列的價格全部套用',
    'fill:availability': '第一列的供應狀態全部套用',
  },
  contrast: (contrast: number, isEnough: boolean) =>
    `現在的對比是 ${contrast}${isEnough ? '' : '，不夠清楚'}。`,
  taxId: {
    length: (digits: number) => `現在有 ${digits} 個數字或其他字元，請確認有沒有少打或多打。`,
    check: '現在的號碼檢查不符，請確認有沒有打錯。',
  },
  options: {
    featured: '精選',
    articles: '最新文章',
    products: '商品列表',
    bsmi: 'BSMI',
    ncc: 'NCC',
    cards: '卡片',
    table: '表格',
  },
  problem: {
    similar: (name: string) => `已經有「${name}」，要用它嗎？`,
    missing: (label: string) => `請填寫「${label}」。`,
    oversized: (label: string, characters: number, lines: number) =>
      `「${label}」太長，還沒有儲存：草稿的一個欄位最多 ${formatNumber(characters)} 個字、${lines} 行。`,
    bodyOversized: (characters: number) => `內文太長，還沒有儲存：最多 ${formatNumber(characters)} 個字。`,
    many: (label: string, count: number, max: number) => `「${label}」有 ${count} 個，最多 ${max} 個。`,
    repeated: (label: string, typed: string) => `「${label}」裡的「${typed}」出現了兩次，請改掉其中一個。`,
    several: (label: string, typed: string) =>
      `「${label}」裡的「${typed.replaceAll('\n', '」「')}」寫在同一行，是一個還是好幾個？好幾個就按「分成幾行」；是一個就勾選旁邊的選項，再送出一次。`,
    wrongLine: (label: string, typed: string, max: number) =>
      `「${label}」裡的「${typed}」不能用：一個最多 ${max} 個字。`,
    control: (label: string, { name, line, column }: { name: string; line: number; column: number }) =>
      `「${label}」${line > 1 ? `第 ${line} 行` : ''}的第 ${column} 個字是看不見的控制字元 ${name}，請刪掉它。`,
    wrong: (label: string, rule: string) => `「${label}」不符合規則。${rule}`,
    time: (label: string) =>
      `「${label}」要有真的存在的日期，也要有時刻，例如 2026-12-01 和 08:00。只填一半還不能發布；不要時間就兩格都清空。`,
    earlier: (label: string) => `「${label}」不能比原來的早；清空的話，由網站自己填。`,
    overdue: '原定的發布時間已經過了，而訪客還沒有看過這一篇。請確認發布時間（清空就是現在），再按「發布」。',
    unknown: (label: string, typed: string, rather: readonly string[]) =>
      `「${label}」裡的 ${typed} 不存在。${rather.length === 0 ? '' : `是不是${rather.join('、')}？請填括號裡的網址名稱。`}`,
    rather: (title: string, id: string) => `${title}（${id}）`,
    unknownFile: (label: string, typed: string, rather: readonly string[]) =>
      `「${label}」裡的 ${typed} 不存在。${rather.length === 0 ? '' : `是不是 ${rather.join('、')}？`}`,
    mistake,
    loop: (label: string) => `「${label}」不能是它自己，也不能是它下面的分類。`,
    deep: (label: string, max: number) => `分類最多 ${max} 層：請選比較上面的「${label}」。`,
    idMissing: '請填「網址名稱」；新增的時候也可以只填標題或名稱，網址名稱會照它取。',
    idWrong: '網址名稱不能用。請用 100 個字以內的文字、數字、- 與 _，開頭不能是 _ 或句點。',
    redirected: (typed: string) =>
      `網址名稱 ${typed} 是另一個內容的舊網址，現在會轉到那裡。要改給這一篇用，請勾選下面的選項再送出一次。`,
    to: '舊網址不能轉到這裡。請填站內看得到的頁面，例如 /articles。',
    idTaken: (typed: string) => `網址名稱 ${typed} 已經有人用了，請換一個。`,
    isNeeded: ({ it, label, others }: { it: string; label: string; others: readonly string[] }) =>
      `這${it}還有${others.join('、')}，請先把${others.join('、')}改給別的${label}。`,
    notNow: '這個動作現在不能用。',
    bodyUnknown: ({ typed, line, isPicture }: { typed: string; line: number; isPicture: boolean }) =>
      `內文第 ${line} 行的${isPicture ? '圖片' : '影片或聲音'} ${typed} 不在圖庫裡。`,
    inBody: (line: number, sentence: string) => `內文第 ${line} 行：${sentence}`,
  },
  /** Messages about refused parts of a body, by reason. */
  refused: {
    'control-character': (typed: string, _: string, column: number) =>
      `第 ${column} 個字是看不見的控制字元 ${typed}，請刪掉它。`,
    'too-many-notes': (typed: string) => `註釋 ${typed} 太多了，一篇最多 1,000 個。`,
    'raw-html': (typed: string) => `${typed} 是不能用的 HTML，請改用 Markdown，或放在反引號裡當成程式碼。`,
    'html-attribute': (typed: string, within: string) => `<${within}> 不能有 ${typed}，請拿掉。`,
    'html-missing': (typed: string, within: string) => `<${within}> 少了 ${typed}，請寫出圖庫裡的檔案。`,
    'html-value': (typed: string, within: string) => `<${within}> 的 ${typed} 不能用，請改掉或拿掉。`,
    'endless-html': (typed: string) => `${typed} 這個標籤沒有寫完，請補上 >，或把 < 寫成 &lt;。`,
    'unclosed-html': (typed: string) => `${typed} 沒有結束標籤，請在它結束的地方補上，並且留在同一段裡。`,
    'unopened-html': (typed: string) => `${typed} 沒有對應的開始標籤，請補上或拿掉。`,
    'misplaced-html': (typed: string) => `${typed} 不能放在這裡。`,
    'moved-html': (typed: string) => `${typed} 放的位置不對，瀏覽器會把它移走，請搬到外面。`,
    'deep-html': (typed: string) => `${typed} 包在太多層裡面，請拿掉幾層。`,
    'no-summary': (typed: string) => `${typed} 沒有標題，請以 <summary>標題</summary> 開頭。`,
    'words-in-element': (typed: string) => `文字不能直接放在 ${typed} 裡，請放進它裡面的格子或標題。`,
    'markdown-in-element': (typed: string) => `Markdown 不能直接放在 ${typed} 裡，請放進它裡面的格子或標題。`,
    'markdown-in-html': (typed: string) => `${typed} 這個 Markdown 在 HTML 裡不會生效，請在它前後各空一行。`,
    link: (typed: string) => `${typed} 不能當連結，請用 https://、mailto: 或站內路徑，例如 /articles。`,
    image: (typed: string) => `${typed} 不是圖庫裡的圖片，請寫成 media/articles/spring.svg 這樣的路徑。`,
    'unknown-note': (typed: string) => `${typed} 這個註釋不存在，請加一行 ${typed}: 寫上註釋內容。`,
    'unused-note': (typed: string) =>
      `${typed} 這個註釋沒有被用到，訪客看不到它。請在文中標上 ${typed}，或刪掉它。`,
    'unknown-address': (typed: string) => `${typed} 沒有對應的網址，請加一行 ${typed}: 寫上網址。`,
    'unused-address': (typed: string) => `${typed} 這個網址沒有被用到，請刪掉它。`,
    'second-definition': (typed: string) => `${typed} 定義了兩次，請各取不同的名字。`,
    'lost-part': (typed: string) => `${typed} 不在這一頁裡，請連到文中的標題。`,
  } satisfies Readonly<Record<string, (typed: string, within: string, column: number) => string>>,
  siteForm: {
    save: '儲存並發布設定',
    featuredGone: (ids: readonly string[]) =>
      `首頁精選裡的 ${ids.join('、')} 已經移除，訪客看不到；復原之後會再出現，不需要的話可以移除那一列。`,
    conflict: {
      others:
        '你打開表單之後，設定被別人改過。你輸入的內容都在下面；和現在的設定不同的欄位，旁邊寫著現在的內容。確認後再按一次儲存，就會換成你的。',
      own: '這不是別人：你打開這個表單之後，自己在另一個分頁或另一台裝置改過設定。這裡輸入的內容都在下面；和現在的設定不同的欄位，旁邊寫著現在的內容。確認後再按一次儲存，就會換成這裡的。',
    },
    rows: (rows: readonly string[]) => rows.join('、'),
    theirs: (label: string, value: string) =>
      value === '' ? `「${label}」現在是空的。` : `「${label}」現在是：${value}`,
  },
} as const;

/** Separators between names that were typed into one line. */
export const separators = /[、，,；;]/;

function mistake(label: string, reason: MistakeReason): string {
  switch (reason.code) {
    case 'check-digit':
      return `「${label}」的檢查碼不對：如果其他數字都沒錯，最後一位應該是 ${reason.right}。`;
    case 'gtin-length':
      return `「${label}」要有 8、12、13 或 14 位數字。`;
    case 'sale-without-price':
      return '有特價就要有價格：請填原來的價格，或清空特價。';
    case 'sale-not-lower':
      return '特價要比價格低。';
    case 'ends-without-sale':
      return `填了「${label}」，卻沒有特價：請填特價，或清空這裡。`;
    case 'ends-reversed':
      return '特價的結束要晚於開始。';
    case 'no-date':
      return `請填「${label}」：可預購與缺貨可預訂的商品，要讓人知道什麼時候有貨。`;
    case 'no-values':
      return '這個選項至少要有一個值，一行一個。';
    case 'no-options':
      return '有款式就要有選項：請在上面的「選項」寫出它們差在哪裡，例如「容量」。';
    case 'no-variants':
      return '有選項就要有款式：請按「產生所有組合」，或清空選項。';
    case 'lacks-option':
      return `請選「${reason.name}」的值。`;
    case 'not-offered':
      return `選項「${reason.name}」沒有「${reason.value}」這個值：請改成有的，或在上面的選項加上它。`;
    case 'not-an-option':
      return `沒有「${reason.name}」這個選項。`;
    case 'other-picture':
      return '請填這件商品的其中一張圖片。';
    case 'same': {
      const row = Number(reason.as[1]) + 1;
      const other = reason.as.length === 1 ? '商品本身' : `第 ${row} 列`;
      return reason.what === 'options'
        ? `這一列的選項和${other}完全一樣，請改掉或移除一列。`
        : `「${label}」和${other}一樣，請改掉其中一個。`;
    }
  }
}
