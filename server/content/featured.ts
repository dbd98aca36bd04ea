import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { featuredKinds } from '#shared/editing/edit-forms.ts';
import type { FeaturedThing } from '#shared/kinds/setting.ts';

interface Featured {
  kind: Kind;
  id: string;
}

/** The entry that a line such as `article: first-visit` of site.yaml features. */
export function featuredEntry(thing: FeaturedThing): Featured {
  for (const [word, kind] of featuredKinds) {
    const id = Reflect.get(thing, word);
    if (typeof id === 'string') return { kind, id };
  }
  throw new Error(`nothing can be featured as ${JSON.stringify(thing)}`);
}

export function isSame(thing: FeaturedThing, { kind, id }: Featured): boolean {
  const entry = featuredEntry(thing);
  return entry.kind === kind && entry.id === id;
}

export function toFeatured({ kind, id }: Featured): FeaturedThing {
  // Only kinds of `featuredKinds` have such a word.
  return { [kinds[kind].word]: id } as FeaturedThing;
}
