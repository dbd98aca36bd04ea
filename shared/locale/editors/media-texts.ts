/** Answer to visitors when a picture, a film or a sound is unavailable. */
export const mediaTexts = {
  away: '圖片與影音暫時無法取得，請稍後再試。',
};
