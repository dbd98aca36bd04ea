import '#shared/locale/visitors/search-texts.ts';
import { paths } from '#shared/address/paths.ts';
import type { SearchFound, SearchOffers } from '#shared/payload/search-payload.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { PageHead } from '../site/page-head.tsx';
import { UnreadPrices } from '../site/filters/unread-prices.tsx';
import { SearchField } from '../site/search-field.tsx';
import { CategoryLinks } from './search/category-links.tsx';
import { NothingFound } from './search/nothing-found.tsx';
import { AllKinds, OneKind } from './search/search-results.tsx';
import { SearchTabs } from './search/search-tabs.tsx';

export function SearchPage() {
  const t = useText();
  const { query, ignored, found, offers, asOf } = usePayload('search');
  const title = query.q === '' ? t('search.title') : t('search.titleOf', { q: query.q });
  return (
    <>
      <PageHead
        title={query.page === 1 ? title : t('list.titleOfPage', { title, page: query.page })}
        description={t('search.description')}
        canonicalPath={paths.search}
        isUnlisted
      />
      <h1 className="page-title">{title}</h1>
      {/* Where the header has one that says the same, one is enough. */}
      <div className={query.q === '' ? 'mt-4 max-w-2xl' : 'mt-4 lg:hidden'}>
        <SearchField isInPage />
      </div>
      {ignored !== '' && <p className="mt-2 text-sm text-soft">{t('search.ignored', { text: ignored })}</p>}
      {/* Elsewhere it stands beside the fields. */}
      {(offers || !found?.list?.facets) && <UnreadPrices limits={query} />}
      {found && !isNowhere(found) && <SearchTabs query={query} totals={found.totals} />}
      {found && offers && <NothingFound query={query} found={found} offers={offers} />}
      {found && !offers && found.list === null && <AllKinds query={query} found={found} asOf={asOf} />}
      {found && !offers && found.list !== null && query.kind !== null && (
        <OneKind query={query} kind={query.kind} found={found} list={found.list} asOf={asOf} />
      )}
      {!found && offers && <NothingAsked offers={offers} asOf={asOf} />}
    </>
  );
}

function isNowhere({ totals }: SearchFound): boolean {
  return Object.values(totals).every(({ count }) => count === 0);
}

/** Suggestions for visitors who have not typed a query. */
function NothingAsked({
  offers: { topCategories: categories, newest },
  asOf,
}: {
  offers: SearchOffers;
  asOf: number;
}) {
  const t = useText();
  return (
    <>
      {categories.length > 0 && (
        <section aria-labelledby="search-categories" className="mt-10">
          <h2 id="search-categories" className="section-title">
            {t('search.categories')}
          </h2>
          <CategoryLinks categories={categories} />
        </section>
      )}
      {newest.length > 0 && (
        <section aria-labelledby="search-newest" className="mt-12">
          <h2 id="search-newest" className="section-title">
            {t('search.newest')}
          </h2>
          <ArticleCards articles={newest} asOf={asOf} />
        </section>
      )}
    </>
  );
}
