import { formatNumber } from '#shared/locale/numbers.ts';

/** The texts of the first page of the edit area, of its lists, and of its pages beside the forms. */
export const deskTexts = {
  home: {
    own: '我的草稿',
    noOwn: '你目前沒有草稿。',
    others: '其他人的草稿',
    coming: '即將發布',
    changes: '最近的更動',
    noChanges: '還沒有更動。',
    saved: (time: string) => `${time} 儲存`,
    due: (time: string) => `${time} 發布`,
    many: (count: number, event: string) => `${count} 項：${event}`,
    inTrash: '在回收桶裡',
    waiting: '交來的稿子',
    allWaiting: '看全部交來的稿子',
    autosaves: '打了字、還沒有儲存的',
  },
  handIn: {
    waiting: (by: string, time: string, note: string) =>
      `${by}在 ${time} 交稿，等編輯看。${note === '' ? '' : `附註：${note}`}`,
    returned: (by: string, time: string, reply: string) =>
      `${by}在 ${time} 退回這一篇。${reply === '' ? '' : `回覆：${reply}`}`,
    ofAuthor: {
      title: '交稿',
      text: '表單裡的內容會先存成草稿，再交給編輯。交稿之後仍然可以修改。',
      label: '給編輯的附註（訪客看不到）',
      button: '交稿',
    },
    ofEditor: {
      title: '退回',
      text: '看過之後可以直接發布；要作者再修改，就退回並寫下原因。',
      label: '給作者的回覆（訪客看不到）',
      button: '退回',
    },
    notSent: '沒有送出：',
    unchanged: '內容和網站上的一樣，沒有可以交的修改。附註還沒有送出。',
    isReturned: '這一篇已經退回，或是沒有在等編輯看。你的回覆沒有送出。',
    state: '已交稿',
    stateReturned: '退回了',
  },
  site: {
    preview: '先預覽',
    discard: '放棄預覽過的設定',
    draft: (name: string, time: string) =>
      `這裡是${name}在 ${time} 預覽過、還沒有儲存的設定。訪客看到的還是原來的，按「儲存並發布設定」之後才會換。`,
    outdated:
      '預覽之後，網站的設定又有更動，例如匯入；按「儲存並發布設定」會換成這裡的內容，請先到「歷史」比較。',
    former: (time: string) => `這裡是 ${time} 的設定，還沒有儲存。看過沒有問題，再按「儲存並發布設定」。`,
  },
  tags: {
    title: '標籤',
    text: '已發布的文章用到的標籤，與用到它的篇數。改名或合併之後，每篇文章的「歷史」裡都有一筆，舊網址會轉到新的標籤。',
    empty: '還沒有標籤。',
    noneFound: (beginning: string) => `沒有以「${beginning}」開頭的標籤。`,
    searchLabel: '標籤的開頭',
    search: '搜尋',
    count: (count: number) => `${formatNumber(count)} 篇`,
    rename: '改名或合併',
    renameLabel: (tag: string) => `「${tag}」：改名或合併`,
    next: '下一頁',
    renameTitle: (tag: string) => `標籤「${tag}」改名`,
    to: '新的名稱',
    toRule: '最多 50 個字。已經有這個標籤的話，兩個會合併成一個。',
    check: '下一步',
    willRename: (from: string, to: string, count: number) =>
      `${formatNumber(count)} 篇文章的標籤「${from}」會改成「${to}」，草稿裡的也一起改。`,
    willMerge: (to: string, count: number) =>
      `已經有「${to}」這個標籤（${formatNumber(count)} 篇），兩個會合併成一個，之後不能自動分開。`,
    confirmRename: '改名',
    confirmMerge: '合併',
    renamed: (count: number) => `改好了 ${formatNumber(count)} 篇。`,
    problems: {
      missing: '請填寫新的名稱。',
      long: '名稱最多 50 個字。',
      wrong: '名稱裡有不能使用的字元。',
      same: '新的名稱和現在的一樣。',
      gone: '已經沒有文章用這個標籤。',
      'too-many': (max: number) => `用到它的文章超過 ${formatNumber(max)} 篇，請維運人員用匯入的方式修改。`,
    },
  },
  list: {
    searchTagged: '搜尋標題、標籤或網址名稱',
    author: '作者',
    anyAuthor: '所有作者',
    tag: '標籤',
    publishedAt: (time: string) => `${time} 發布`,
  },
} as const;
