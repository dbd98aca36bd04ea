/** The texts of the edit area, which visitors never load. */
export const editTexts = {
  pageTitle: (title: string) => `${title}｜編輯`,
  skip: '跳到主要內容',
  navigation: '編輯導覽',
  home: '編輯室',
  toSite: '看網站',
  kinds: { articles: '文章', products: '商品', authors: '作者', pages: '頁面' },
} as const;
