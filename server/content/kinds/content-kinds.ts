import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { articleKind } from './article.ts';
import { authorKind } from './author.ts';
import type { ContentKind } from './content-kind.ts';
import { productKind } from './product.ts';
import { sitePageKind } from './site-page.ts';

export const contentKinds: Readonly<Record<Kind, ContentKind>> = {
  authors: authorKind,
  articles: articleKind,
  products: productKind,
  pages: sitePageKind,
};

/** All kinds in the order in which messages to operators name them. */
export const kindsInMessages: readonly Kind[] = Object.values(kinds).map(({ name }) => name);

/** All kinds, each after those that its rows point to. */
export function kindsInWriteOrder(): Kind[] {
  const met = new Set<Kind>();
  const withNeeded = (kind: Kind): Kind[] => {
    if (met.has(kind)) return [];
    met.add(kind);
    return [...contentKinds[kind].needs.flatMap(withNeeded), kind];
  };
  return kindsInMessages.flatMap(withNeeded);
}
