/** The texts of the front page, which it alone shows. */
export const zhTwFront = {
  front: {
    newest: '最新文章',
    allArticles: '所有文章',
    /** For editors, while the front page is empty. */
    nothing: '首頁還沒有內容',
    nothingText: '發布第一篇文章或第一件商品，這裡就會出現。首頁放什麼、怎麼排，在網站設定裡決定。',
    addArticle: '寫一篇文章',
    addProduct: '新增一件商品',
    settings: '網站設定',
  },
} as const;
