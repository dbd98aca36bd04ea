/** The texts of filters, of lists of products and of search. */
export const zhTwFilters = {
  filters: {
    title: '篩選',
    brand: '品牌',
    availability: '供應狀況',
    price: '價格（元）',
    min: '最低價',
    max: '最高價',
    to: '到',
    more: '其他 {{count}} 項',
    apply: '套用',
    chosen: '已套用的篩選',
    value: '{{name}}：{{value}}',
    remove: '取消「{{name}}」',
    removeAll: '全部取消',
    priceBetween: '{{min}} 到 {{max}}',
    priceFrom: '{{min}} 以上',
    priceUpTo: '{{max}} 以下',
    unreadPrice: '看不懂價格「{{typed}}」，沒有用它篩選。請填整數，例如 1280 或 1,280。',
    nothing: '沒有符合這些篩選的商品。',
  },
} as const;
