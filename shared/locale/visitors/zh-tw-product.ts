/** The texts of a product's page, beside those that its card shows too. */
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
} as const;
