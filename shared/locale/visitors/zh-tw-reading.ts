/** The texts of an article's page. */
export const zhTwReading = {
  reading: {
    time: '閱讀約 {{minutes}} 分鐘',
    contents: '本文目錄',
    author: '作者',
    related: '延伸閱讀',
    products: '文中提到的商品',
    neighbours: '前後文章',
    older: '較早的文章',
    newer: '較新的文章',
  },
} as const;
