/** Names of shops by the end of their hosts; a longer end stands before a shorter one. */
export const shopNames: readonly (readonly [host: string, name: string])[] = [
  ['shopee.tw', '蝦皮購物'],
  ['momoshop.com.tw', 'momo購物網'],
  ['pinkoi.com', 'Pinkoi'],
  ['24h.pchome.com.tw', 'PChome 24h購物'],
  ['pchome.com.tw', 'PChome'],
  ['books.com.tw', '博客來'],
  ['bid.yahoo.com', 'Yahoo拍賣'],
  ['yahoo.com', 'Yahoo購物中心'],
  ['ruten.com.tw', '露天市集'],
  ['rakuten.com.tw', '樂天市場'],
  ['etmall.com.tw', '東森購物'],
  ['coupang.com', '酷澎'],
  ['eslite.com', '誠品線上'],
  ['kingstone.com.tw', '金石堂'],
  ['readmoo.com', '讀墨'],
];
