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
