/** What visitors are told in the place of a picture, a film or a sound. */
export const mediaTexts = {
  away: '圖片與影音暫時無法取得，請稍後再試。',
};
