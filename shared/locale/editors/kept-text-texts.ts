/** Sentences about texts that are not stored, and come back. */
export const keptTextTexts = {
  leave: {
    title: '還沒有儲存',
    text: '你要離開的頁面裡有還沒有儲存的內容，都在下面。可以送出，或不儲存直接離開。',
    go: '不儲存，直接離開',
  },
  refusedForm: {
    title: '表單沒有儲存',
    tooLarge:
      '表單太大了，什麼都沒有儲存：一次最多 2 MB，大約 60 萬個中文字，而一篇內文最多 120,000 個字。讀到的內容在下面。請按瀏覽器的「上一頁」回到表單，把文字複製下來，分成幾篇再儲存。',
    broken:
      '瀏覽器送來的表單讀不懂，什麼都沒有儲存。讀到的內容在下面。請按瀏覽器的「上一頁」回到表單，把文字複製下來，重新打開表單再貼上去。',
    holdsNul: '文字裡有不能儲存的控制字元（NUL），還沒有儲存。下面的內容已經拿掉它，確認之後再送出一次。',
  },
} as const;

/**
 * Marks around two texts that stand for one passage after a merge, for an editor to choose from. The sign is one that
 * nobody types.
 */
export const mergeMarks = { theirs: '【現在的版本▸', mine: '【你的版本▸', end: '】' } as const;

/** Words for two texts of one entry that are made one. */
export const mergeWords = {
  merge: '合併後繼續編輯',
  offer: (conflicts: number) =>
    conflicts === 0
      ? '兩邊改的地方不一樣，可以全部留下來。合併的結果會放進表單讓你看過，按儲存才會存進去。'
      : `兩邊的修改會放在一起，其中 ${conflicts} 處兩邊改得不一樣，會標出來由你決定。合併的結果會放進表單，按儲存才會存進去。`,
  merged: '兩邊的修改已經放在一起，還沒有儲存。請看過之後再儲存或發布。',
  marked: (marks: number, { theirs, mine }: { theirs: string; mine: string }) =>
    `兩邊的修改已經放在一起，還沒有儲存。內文有 ${marks} 處兩邊改得不一樣，寫成「${theirs}…】${mine}…】」：請留下要的文字，把標記刪掉。`,
  fields: '下面幾個欄位兩邊改得不一樣，裡面是你的內容，旁邊寫著現在的：',
  takeMine: '不合併，存成我的版本',
  takeTheirs: '不要我的版本，編輯現在的版本',
  inBody: (line: number) =>
    `內文第 ${line} 行還有合併時留下的標記：請留下要的文字，把「${mergeMarks.theirs}」與「${mergeMarks.mine}」和它們的「${mergeMarks.end}」刪掉。`,
} as const;
