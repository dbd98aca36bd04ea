/** Texts for programs, such as feed readers, beside those of pages. Only the server reads them. */
export const feedTexts = {
  articles: '文章',
  lists: '列表',
  feeds: '訂閱',
  /** A list, by the label of its kind. */
  all: (label: string) => `所有${label}`,
  /** A feed, by the label of its kind. */
  newest: (label: string) => `新${label}`,
  /** Stands between a price and whether it can be had. */
  between: '　',
};
