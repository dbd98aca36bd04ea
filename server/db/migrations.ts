import type { Migration, Step } from './migration.ts';
import { content } from './migrations/0001-content.ts';
import { builds } from './migrations/0002-builds.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { pictures } from './migrations/0004-pictures.ts';
import { lists } from './migrations/0005-lists.ts';
import { changes } from './migrations/0006-changes.ts';
import { pages } from './migrations/0007-pages.ts';
import { editing } from './migrations/0008-editing.ts';
import { accountLinks } from './migrations/0009-account-links.ts';
import { articleTags } from './migrations/0010-article-tags.ts';
import { search } from './migrations/0011-search.ts';
import { searchMisses } from './migrations/0012-search-misses.ts';
import { sitemapEntries } from './migrations/0013-sitemap-entries.ts';
import { searchPending } from './migrations/0014-search-pending.ts';
import { rastersOfDrawings } from './migrations/0015-rasters-of-drawings.ts';
import { pictureTones } from './migrations/0016-picture-tones.ts';
import { titleFonts } from './migrations/0017-title-fonts.ts';
import { changesOnPostgres } from './migrations/0018-changes-on-postgres.ts';
import { operations } from './migrations/0019-operations.ts';
import { edgePurges } from './migrations/0022-edge-purges.ts';
import { sharingCards } from './migrations/0023-sharing-cards.ts';
import { searchTiers } from './migrations/0024-search-tiers.ts';
import { searchPeriods } from './migrations/0025-search-periods.ts';
import { searchWithoutPeriods } from './migrations/0026-search-without-periods.ts';
import { lostMentions } from './migrations/0027-lost-mentions.ts';
import { sitemapIndexes } from './migrations/0028-sitemap-indexes.ts';
import { noSitemapEntries } from './migrations/0029-no-sitemap-entries.ts';
import { stockKey } from './migrations/0030-stock-key.ts';
import { stockKeyFilled } from './migrations/0030-stock-key-filled.ts';
import { stockKeyIndexes } from './migrations/0030-stock-key-indexes.ts';
import { categories } from './migrations/0031-categories.ts';
import { productCategories } from './migrations/0031-product-categories.ts';
import { withoutOrdersOfCategory } from './migrations/0032-without-orders-of-category.ts';
import { productCategoriesFilled } from './migrations/0032-product-categories-filled.ts';
import { productsOfCategory } from './migrations/0032-products-of-category.ts';
import { offers } from './migrations/0034-offers.ts';
import { fillOffers } from './migrations/0035-fill-offers.ts';
import { offerChanges } from './migrations/0036-offer-changes.ts';
import { productDetails } from './migrations/0037-product-details.ts';
import { productDownloads } from './migrations/0038-product-downloads.ts';
import { filtersOfCategory } from './migrations/0039-filters-of-category.ts';
import { tableOfCategory } from './migrations/0040-table-of-category.ts';
import { pricesInCategories } from './migrations/0041-prices-in-categories.ts';
import { mediaLibrary } from './migrations/0042-media-library.ts';
import { mediaLibraryIndexes } from './migrations/0042-media-library-indexes.ts';
import { autosaves } from './migrations/0043-autosaves.ts';
import { scheduledChanges } from './migrations/0044-scheduled-changes.ts';
import { roleOfAuthors } from './migrations/0045-role-of-authors.ts';
import { makersOfEntries } from './migrations/0046-makers-of-entries.ts';
import { handedIn } from './migrations/0047-handed-in.ts';
import { draftsOfAccount } from './migrations/0048-drafts-of-account.ts';
import { singlePictures } from './migrations/0049-single-pictures.ts';
import { singlePicturesIndex } from './migrations/0049-single-pictures-index.ts';

/** Made before migrations had a phase. The one that stopped makes tables of search anew, with other columns. */
const landedWithoutPhase: readonly Migration[] = [
  content,
  builds,
  accounts,
  pictures,
  lists,
  changes,
  pages,
  editing,
  accountLinks,
  articleTags,
  search,
  searchMisses,
  sitemapEntries,
  searchPending,
  rastersOfDrawings,
  pictureTones,
  titleFonts,
  changesOnPostgres,
  operations,
  edgePurges,
  sharingCards,
  searchTiers,
];

/**
 * Forward only: a landed migration is never edited or removed, a mistake is fixed by the next one. So it calls no code
 * that may change: it imports only types and Kysely. Parts that follow the code, such as triggers, are repeatable
 * instead.
 */
export const migrations: readonly Step[] = [
  ...landedWithoutPhase.map((migration): Step => ({
    ...migration,
    phase: migration === searchTiers ? 'stop' : 'expand',
  })),
  { ...searchPeriods, phase: 'expand' },
  { ...searchWithoutPeriods, phase: 'expand' },
  { ...lostMentions, phase: 'expand' },
  { ...sitemapIndexes, phase: 'expand' },
  { ...noSitemapEntries, phase: 'contract' },
  { ...stockKey, phase: 'expand' },
  { ...stockKeyFilled, phase: 'expand' },
  { ...stockKeyIndexes, phase: 'expand' },
  { ...categories, phase: 'expand' },
  { ...productCategories, phase: 'expand' },
  { ...productCategoriesFilled, phase: 'expand' },
  { ...productsOfCategory, phase: 'expand' },
  { ...withoutOrdersOfCategory, phase: 'contract' },
  { ...offers, phase: 'expand' },
  { ...fillOffers, phase: 'expand' },
  { ...offerChanges, phase: 'expand' },
  { ...productDetails, phase: 'expand' },
  { ...productDownloads, phase: 'expand' },
  { ...filtersOfCategory, phase: 'expand' },
  { ...tableOfCategory, phase: 'expand' },
  { ...pricesInCategories, phase: 'expand' },
  { ...mediaLibrary, phase: 'expand' },
  { ...mediaLibraryIndexes, phase: 'expand' },
  { ...autosaves, phase: 'expand' },
  { ...scheduledChanges, phase: 'expand' },
  { ...roleOfAuthors, phase: 'expand' },
  { ...makersOfEntries, phase: 'expand' },
  { ...handedIn, phase: 'expand' },
  { ...draftsOfAccount, phase: 'expand' },
  { ...singlePictures, phase: 'expand' },
  { ...singlePicturesIndex, phase: 'expand' },
];
