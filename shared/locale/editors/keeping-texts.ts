/** Sentences about texts that are typed and not stored yet. The script of the edit area has them too. */
export const keepingTexts = {
  saved: (time: string) => `已自動儲存 ${time}`,
  kept: (time: string) => `還沒有儲存，已留在這個瀏覽器 ${time}`,
  inBrowser: (time: string) => `已留在這個瀏覽器 ${time}`,
  notKept: '還沒有儲存',
  /** `place`: one of the two sentences above. */
  unsaved: {
    offline: (place: string) => `離線，${place}`,
    failing: (place: string) => `暫時無法自動儲存，${place}`,
    refused: (place: string) => `這個帳號現在不能修改它，${place}`,
    tooLarge: (place: string) => `內容太長，無法自動儲存，${place}`,
    signedOut: (place: string) => `已登出，${place}。登入之後會繼續自動儲存。`,
  },
  signIn: '在新分頁登入',
  overtaken: '這一篇後來又存過，這個表單是之前的版本。儲存的時候，會把兩個版本並排給你看。',
  ownTab: '你在另一個分頁也開著這一篇。',
  /** The first has had it open for so many minutes. */
  others: (others: readonly { name: string; minutes: number }[]) =>
    `${others.map(({ name }) => name).join('、')}也開著這一篇（${ago(others[0]?.minutes ?? 0)}打開）。`,
  autosave: {
    title: '自動儲存的內容',
    /** On the form. */
    offer: (time: string) => `${time} 自動儲存了一份還沒有存進去的內容。`,
    look: '看看和現在的差別',
    text: (time: string) =>
      `這是 ${time} 自動儲存的內容，還沒有存成草稿，也不在「歷史」裡。要不要用它，由你決定。`,
    outdated: '在那之後這一篇又存過。放回表單再儲存的時候，會把兩個版本並排給你看。',
    same: '和現在儲存的版本相同。',
    take: '放回表單',
    drop: '丟掉',
    back: '先留著',
  },
} as const;

function ago(minutes: number): string {
  if (minutes < 1) return '剛剛';
  return minutes < 60 ? `${minutes} 分鐘前` : `${Math.floor(minutes / 60)} 小時前`;
}
