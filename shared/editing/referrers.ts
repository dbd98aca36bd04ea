/** Everything that names an entry, for whoever is about to remove it. */
export interface Referrers {
  /** The first of the articles of an author, or with a product in their list. */
  articles: readonly NamedArticle[];
  articleCount: number;
  /** Articles with a draft that does. */
  drafts: readonly NamedArticle[];
  isFeatured: boolean;
  /** It stands in the header or the footer. */
  isLinked: boolean;
}

export interface NamedArticle {
  id: string;
  title: string;
}
