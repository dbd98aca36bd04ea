import { articleKind } from './article.ts';
import { authorKind } from './author.ts';
import type { ContentKindRecord } from './content-kind.ts';
import { productKind } from './product.ts';
import { sitePageKind } from './site-page.ts';

/** Every kind of content, in the order in which messages name them. */
const kinds = {
  authors: authorKind,
  articles: articleKind,
  products: productKind,
  pages: sitePageKind,
};

export type ContentKind = keyof typeof kinds;

export const contentKinds: { readonly [Kind in ContentKind]: ContentKindRecord<Kind, ContentKind> } = kinds;

export const kindNames: readonly ContentKind[] = Object.values(contentKinds).map((kind) => kind.name);

/** All kinds, each after those that its rows point to. */
export function kindsInWriteOrder(): ContentKind[] {
  const met = new Set<ContentKind>();
  const withNeeded = (kind: ContentKind): ContentKind[] => {
    if (met.has(kind)) return [];
    met.add(kind);
    return [...contentKinds[kind].needs.flatMap(withNeeded), kind];
  };
  return kindNames.flatMap(withNeeded);
}

/** Makes something for each kind, in their order. */
export function mapKinds<T>(make: (kind: ContentKind) => T): Record<ContentKind, T> {
  const made = kindNames.map((kind) => [kind, make(kind)]);
  // TypeScript knows of no keys of what is made from entries.
  return Object.fromEntries(made) as Record<ContentKind, T>;
}
