import { choice, line, lines, media, time } from './fields.ts';

/** Text below the address of a page in lists, searches and other sites. */
export const summaryOptions = { label: '摘要', max: 500, search: ['lead'] } as const;

export const cover = media({ label: '封面圖片' });
export const coverAlt = line({
  label: '封面圖片說明',
  max: 300,
  hint: 'text that says what the cover shows',
});

export const publishedAt = time({
  label: '發布時間',
  rule: '台北時間，日期與時刻都要填。留空時，發布的那一刻就是發布時間，訪客已經看過的維持原來的時間；填未來的時間，到時候才會出現。',
});

export const updatedAt = time({
  label: '更新時間',
  rule: '台北時間。已經公開的標題、摘要或內文有修改時，自動改成發布的那一刻；也可以自己填，但不能比原來的早。',
});

/** The columns of names and values. A name with several values has each in a line of its own. */
export const pairColumns = {
  group: line({ label: '分組', max: 100 }),
  name: line({ label: '名稱', required: true, max: 100 }),
  value: lines({ label: '內容', required: true, max: 500, maxItems: 50 }),
};

/** A checkbox in the form of kinds with a time of change. */
export const minorEdit = { label: '小修改', rule: '例如改錯字。勾選之後發布，更新時間不會變。' } as const;

/** Moment of the change of a live page, in the form of every kind. */
export const changeAt = {
  label: '什麼時候更新',
  rule: '空著就是立即更新。填了日期與時刻（台北時間），到時候訪客才會看到這個版本。',
} as const;

/** The columns of featured entries, whose kinds are named by these words. */
export const featuredColumns = (words: readonly string[]) => ({
  kind: choice({ label: '種類', required: true, options: words }),
  id: line({ label: '網址名稱', required: true, max: 100 }),
});
