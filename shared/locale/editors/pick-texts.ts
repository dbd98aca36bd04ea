import { kindPages, isKind } from '#shared/kinds/kind-names.ts';

/** The texts of choosing a picture or an entry, which the script of the edit area has too. */
export const pickTexts = {
  /** `what` is a kind of things (`PickKind`). */
  button: (what: string) => `選${nameOf(what)}`,
  buttonOf: (label: string, button: string) => `${label}：${button}`,
  title: (label: string) => `選擇「${label}」`,
  search: (what: string) => (isFiles(what) ? '搜尋檔名或名稱' : '搜尋標題或網址名稱'),
  find: '搜尋',
  more: '更早的',
  none: '沒有符合的項目。',
  noneSoFar: '最近的項目裡沒有符合的，請看更早的。',
  back: '不選了，回到表單',
  close: '關閉',
  loading: '讀取中……',
  failed: '讀不到，請再試一次。',
  signedOut: '登入已經結束。請在新分頁登入，再回到這裡。',
  upload: '上傳新的檔案',
  uploading: (percent: number) => `上傳中 ${percent}%`,
} as const;

function nameOf(what: string): string {
  if (isKind(what)) return kindPages[what].label;
  if (isFiles(what)) return what === 'pictures' ? '圖片' : '檔案';
  return what === 'links' ? '頁面' : '內容';
}

function isFiles(what: string): boolean {
  return what === 'pictures' || what === 'documents';
}
