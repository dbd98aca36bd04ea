/** The texts of a product's page and of a list that is a table, beside those that a card shows too. */
export const zhTwProduct = {
  copy: {
    button: '複製',
    sku: '複製貨號',
    lineId: '複製 LINE ID',
    copied: '已複製「{{text}}」',
    failed: '無法複製，請自行複製：',
  },
  ask: {
    title: '詢問這件商品',
    line: '用 LINE 詢問',
    lineId: 'LINE ID',
    phone: '撥打 {{phone}}',
    mail: '寫信詢問',
    hours: '服務時間：{{hours}}',
    about: '詢問：{{name}}',
    aboutNumbered: '詢問：{{name}}（{{sku}}）',
  },
  shops: { buy: '前往購買（{{shop}}）', look: '到賣場查看（{{shop}}）', others: '其他賣場' },
  table: { name: '名稱', brand: '品牌', price: '價格', availability: '供應狀況' },
  downloads: { title: '下載', file: 'PDF，{{size}}' },
  labelling: {
    title: '商品標示',
    maker: '製造商',
    importer: '進口商',
    origin: '原產地',
    netContent: '內容量',
    marks: { bsmi: '商品檢驗標識', ncc: 'NCC 審驗合格標籤' },
  },
} as const;
