import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { BusyError } from '#server/db/dialects/storage-trouble.ts';
import type { SiteSettings } from '#shared/kinds/site.ts';
import { writeSite } from '#server/content/site-settings.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import { createTurns } from '#server/db/dialects/turns.ts';
import { rolledBack } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { writeDrafts, type ReadyDraft } from '#server/features/editing/entries/ready-drafts.ts';
import { hideComing, type HiddenFrom } from '#server/features/editing/live/hide-coming.ts';
import {
  writePlanned,
  writePlannedEnds,
  type PlannedText,
} from '#server/features/editing/plans/planned-texts.ts';
import { facetsInTransaction } from '#server/facets/facets-in-transaction.ts';
import { createReader } from '#server/freshness/reader.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import type { Services } from '#server/services.ts';
import { loadPage, type LoadedPage, type LoadOptions } from '../load/load-page.ts';
import type { PageTarget } from '../page-target.ts';

interface Preview {
  target: PageTarget;
  drafts: readonly ReadyDraft[];
  /** Plans that have been carried out by then. */
  plans: readonly PlannedText[];
  /** Settings of the site in place of its own. */
  site: SiteSettings | null;
  /** ISO 8601 in UTC: entries that are due then are shown. */
  at: string;
  /** Account that may not see what others have published for later; null: this one may. */
  hiddenFrom: HiddenFrom | null;
  /** Base path of the pages; files are where the site's are. */
  basePath: string;
}

export interface LoadedPreview {
  page: LoadedPage;
  /** Time during which nobody else could write, in ms. */
  heldMs: number;
  /** It is a list without filters, since there are too many products for them. */
  lacksFilters: boolean;
}

export type PreviewLoader = (
  preview: Preview,
  options: Pick<LoadOptions, 'requestId' | 'onError'>,
) => Promise<LoadedPreview>;

/**
 * Loads a page of the future: carries plans out, publishes the drafts, runs the loaders for visitors, and takes all of it back. One
 * preview follows the other.
 */
export function createPreviewLoader({
  db,
  config,
  accounts,
}: Pick<Services, 'db' | 'config' | 'accounts'>): PreviewLoader {
  const turns = createTurns();

  async function load(
    { target, drafts, plans, site, at, hiddenFrom, basePath }: Preview,
    options: Pick<LoadOptions, 'requestId' | 'onError'>,
  ): Promise<LoadedPreview> {
    let heldSince = 0;
    let lacksFilters = false;
    const page = await rolledBack(db, async (trx) => {
      heldSince = performance.now();
      if (site !== null) await writeSite(trx, { settings: site });
      if (hiddenFrom !== null) await hideComing(trx, hiddenFrom, at);
      await writePlanned(trx, plans);
      await writeDrafts(trx, drafts, at);
      await writePlannedEnds(trx, plans);
      await settleAll(trx, at);
      if (target.routeId === 'search') await indexMarked(trx, { limit: maxIndexed });
      const facets = target.routeId === 'product' ? await facetsInTransaction(trx) : undefined;
      lacksFilters = facets === null;
      // A preview's pages have a base path of their own, and no files.
      const mediaBase = config.media.url ?? `${config.basePath}media/`;
      const reader = createReader({ db: trx, now: at, basePath, mediaBase });
      return loadPage(target, {
        ...options,
        reader,
        accounts,
        signedIn: null,
        deadlineMs: config.renderDeadlineMs,
        ...(facets && { facets }),
      });
    });
    return { page, heldMs: performance.now() - heldSince, lacksFilters };
  }

  return async function loadPreview(preview, options) {
    if (!(await turns.begin(maxWaitMs))) throw new BusyError('other previews were waiting');
    try {
      // SQLite answers at once: between two previews others get a turn.
      await nextTurn();
      return await load(preview, options);
    } finally {
      turns.pass();
    }
  };
}

/** Makes the prices of the moment for the orders of lists, in steps between which visitors are answered. */
async function settleAll(trx: Transaction<Schema>, at: string): Promise<void> {
  for (let step = 0; step < maxSettlings; step += 1) {
    const count = await settleOffers(trx, { now: at, limit: settledInTurn });
    if (count < settledInTurn) return;
    await nextTurn();
  }
}

const maxWaitMs = 2_000;
/** Maximum of drafts that a search finds by their new words: each takes 2 ms, during which others cannot write. */
const maxIndexed = 50;
/** 0.15 ms of the processor each. */
const settledInTurn = 50;
/** Others cannot write meanwhile: a sale of 1,000 products keeps them waiting for 0.1 s on SQLite. */
const maxSettlings = 20;
