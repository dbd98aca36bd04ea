import path from 'node:path';
import type { Express } from 'express';
import { layoutRoute, pageRoutes } from '#shared/address/routes.ts';
import { createApp } from '#server/app.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { uploadWorkInProcess } from '#server/content/media-files/upload-work.ts';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import { createAccounts } from '#server/features/accounts/accounts.ts';
import { deriveInPool } from '#server/features/accounts/passwords/password-hash.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import { createQueryCache, maxCachedQueries } from '#server/freshness/query-cache.ts';
import { createReadGuards } from '#server/freshness/read-guard.ts';
import { createRecentChanges } from '#server/freshness/changes/recent-changes.ts';
import { createTaggedCache } from '#server/freshness/tagged-cache.ts';
import { createLog } from '#server/base/log.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { facetsInProcess } from '#server/facets/facets-in-process.ts';
import { createCounts } from '#server/operate/metrics/counts/counts.ts';
import { watchPages } from '#server/operate/metrics/counts/watch-pages.ts';
import type { Services } from '#server/services.ts';

export interface Rendering {
  app: Express;
  close(): Promise<void>;
}

/** The whole site over a database, read-only: it stores nothing, writes nothing and calls no other service. */
export async function openRendering(
  config: Config,
  database: DatabaseConfig,
  clock: Clock,
): Promise<Rendering> {
  const log = createLog('silent');
  const db = await openForVisitors(database, log);
  const changeFeed = untrustedFeed();
  const recentChanges = createRecentChanges(changeFeed);
  const readGuards = createReadGuards(changeFeed, recentChanges);
  const kept = createTaggedCache<never>({
    feed: changeFeed,
    recentChanges,
    clock,
    maxBytes: maxCachedQueries,
  });
  const ownConfig: Config = {
    ...config,
    database,
    iconApiUrl: null,
    webSubHub: null,
    google: null,
    pageStoreBytes: 0,
  };
  const fetch = () => Promise.reject(new Error('nobody is asked'));
  const counts = createCounts();
  const media = openMediaPlaces(config);
  const services: Services = {
    config: ownConfig,
    log,
    clock,
    db,
    changeFeed,
    recentChanges,
    readGuards,
    queryCache: createQueryCache(kept, readGuards),
    reportLoss: () => {},
    accounts: createAccounts({ config: ownConfig, db, clock, log, fetch, derive: deriveInPool }),
    contentWork: contentWorkInProcess(),
    facets: facetsInProcess(db),
    counts,
    pageWatch: watchPages({ counts, log, slowMs: ownConfig.slowPageMs }),
    edge: null,
    searchMisses: { note() {}, async flush() {}, async close() {} },
    assets: noAssets,
    media,
    uploadWork: uploadWorkInProcess(media.store),
    dirs: { client: nowhere, icons: nowhere },
    fetch,
    lifecycle: { isStopping: false, isReplaced: false },
    close: () => db.close(),
  };
  return { app: await createApp(services), close: services.close };
}

/** Changes may always be missed: nothing that was kept is shown. */
function untrustedFeed(): ChangeFeed {
  return {
    catchUp: () => false,
    catchUpForTurn: () => false,
    askForNews: () => null,
    settle: async () => false,
    subscribe: () => () => {},
    async close() {},
  };
}

const nowhere = path.join(import.meta.dirname, 'no-such-folder');

/** The scripts and styles of a build have nothing to do with a database. */
const noAssets: AssetManifest = {
  buildId: 'move',
  builtAt: 0,
  entry: 'assets/entry.js',
  styles: ['assets/site.css'],
  editStyles: ['assets/site.css'],
  editScript: 'assets/edit.js',
  pages: Object.fromEntries(
    [layoutRoute.id, ...pageRoutes.map((route) => route.id)].map((id) => [id, []]),
    // An empty list for each route.
  ) as unknown as AssetManifest['pages'],
  favicon: 'favicon.svg',
  liveReload: null,
};
