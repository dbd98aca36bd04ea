import { mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { articleKind } from './article.ts';
import { authorKind } from './author.ts';
import { createPlainKind, type ContentKind } from './content-kind.ts';
import { productKind } from './product.ts';

/** Kinds with columns that are made of others. Of the text of the rest nothing is made but its HTML. */
const withMade: Partial<Record<Kind, ContentKind>> = {
  authors: authorKind,
  articles: articleKind,
  products: productKind,
};

export const contentKinds = mapKinds((kind) => withMade[kind] ?? createPlainKind(kinds[kind]));

/** All kinds in the order in which messages to operators name them. */
export const kindsInMessages: readonly Kind[] = Object.values(kinds).map(({ name }) => name);

/** All kinds, each after those to which its rows refer. */
export function kindsInWriteOrder(): Kind[] {
  const met = new Set<Kind>();
  const withNeeded = (kind: Kind): Kind[] => {
    if (met.has(kind)) return [];
    met.add(kind);
    return [...contentKinds[kind].needs.flatMap(withNeeded), kind];
  };
  return kindsInMessages.flatMap(withNeeded);
}
