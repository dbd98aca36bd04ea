import type { Kind } from '#shared/kinds/kind-names.ts';
import { entryPath, paths } from '#shared/address/paths.ts';
import type { SearchHitLists } from '#shared/payload/search-payload.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { ProductCard } from '#client/site/cards/product-card.tsx';
import { RelativeTime } from '#client/site/relative-time.tsx';
import { HitRow } from './hit-row.tsx';
import { Marked } from './marked.tsx';

interface HitListProps {
  kind: Kind;
  hits: SearchHitLists;
  /** Reference time for ages, in milliseconds since 1970. */
  asOf: number;
  /** `h3` where the list has a heading of its own. */
  headingLevel: 'h2' | 'h3';
}

/** Hits of one kind: products as cards like everywhere, other kinds with an excerpt around the matched words. */
export function HitList({ kind, hits, asOf, headingLevel }: HitListProps) {
  const t = useText();
  const href = useHref();
  switch (kind) {
    case 'products':
      return (
        <ul className="cards product-cards mt-6">
          {hits.products.map(({ card, title, excerpt }) => (
            <ProductCard
              key={card.id}
              product={card}
              href={href(paths.product(card.id))}
              t={t}
              headingLevel={headingLevel}
              name={<Marked text={title} />}
              text={excerpt.length === 0 ? '' : <Marked text={excerpt} />}
            />
          ))}
        </ul>
      );
    case 'articles':
      return (
        <ul className="hits">
          {hits.articles.map(({ card, ...texts }) => (
            <HitRow
              key={card.id}
              href={href(paths.article(card.id))}
              {...texts}
              picture={card.cover}
              shape="wide"
              headingLevel={headingLevel}
            >
              <p className="card-foot">
                <span>{card.author.name}</span>
                <RelativeTime iso={card.publishedAt} asOf={asOf} />
              </p>
            </HitRow>
          ))}
        </ul>
      );
    default:
      return (
        <ul className="hits">
          {hits[kind].map(({ card, ...texts }) => (
            <HitRow
              key={card.id}
              href={href(entryPath(kind, card.id))}
              {...texts}
              picture={'avatar' in card ? card.avatar : card.cover}
              shape={'avatar' in card ? 'round' : 'wide'}
              headingLevel={headingLevel}
            />
          ))}
        </ul>
      );
  }
}
