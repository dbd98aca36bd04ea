/** The texts around a preview of the site, which visitors never load. */
export const previewTexts = {
  label: '預覽',
  /** `title` is that of the entry. */
  draftOf: (title: string) => `預覽「${title}」的草稿`,
  noDraftOf: (title: string) => `預覽「${title}」，它沒有未發布的修改`,
  allDrafts: (count: number) => `預覽全部 ${count} 份草稿`,
  now: '現在',
  at: (time: string) => `${time}（台北時間）`,
  time: (moment: string) => `時間：${moment}`,
  leftOut: '還不能發布，沒有放進來：',
  backToEditing: '回到編輯',
  own: '這一頁',
  list: '所在的列表',
  author: '作者頁',
  frontPage: '首頁',
  unreadyTitle: '還不能預覽',
  unready: (title: string) => `「${title}」的草稿照現在的樣子還不能發布，所以也還不能預覽：`,
  busyTitle: '請再試一次',
  busy: '現在有別人正在寫入，預覽等不到它的時機。過一會兒再試一次就好。',
  tryAgain: '再試一次',
  separator: '、',
} as const;
