/** The words of what the site tells programs, beside those of its pages. Only the server reads them. */
export const feedTexts = {
  articles: '文章',
  lists: '列表',
  feeds: '訂閱',
  allArticles: '所有文章',
  allProducts: '所有商品',
  newArticles: '新文章',
  newProducts: '新商品',
  /** Stands between a price and whether it can be had. */
  between: '　',
};
