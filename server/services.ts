import type { Config } from './config/config.ts';
import { systemClock, type Clock } from './base/clock.ts';
import { createRecentChanges, type RecentChanges } from './freshness/changes/recent-changes.ts';
import { openChangeFeed, type ChangeFeed } from './freshness/changes/change-feed.ts';
import { logLosses } from './freshness/losses.ts';
import { createReadGuards, type ReadGuards } from './freshness/read-guard.ts';
import { createQueryCache, maxCachedQueries } from './freshness/query-cache.ts';
import { createTaggedCache } from './freshness/tagged-cache.ts';
import { migrations } from './db/migrations.ts';
import { openForVisitors, type Database } from './db/open/open-database.ts';
import { warnOfLeftMove } from './db/moving-mark.ts';
import { noteServing } from './db/open/serving-processes.ts';
import { contentWorkInProcess, type ContentWork } from './content/thread/content-work.ts';
import { startContentThread } from './content/thread/start-content-thread.ts';
import { startUploadProgram } from './content/media-files/start-upload-program.ts';
import { uploadWorkInProcess, type UploadWork } from './content/media-files/upload-work.ts';
import type { ProductFacets } from './facets/facet-question.ts';
import { facetsInProcess } from './facets/facets-in-process.ts';
import { startFacetThread } from './facets/start-facet-thread.ts';
import type { QueryCache, ReportLoss } from './freshness/reader.ts';
import { createAccounts, type Accounts } from './features/accounts/accounts.ts';
import { deriveInPool } from './features/accounts/passwords/password-hash.ts';
import { startHashThread } from './features/accounts/passwords/start-hash-thread.ts';
import { openEdge, type Edge } from './features/edge/edge.ts';
import type { Lifecycle } from './http/health.ts';
import { createLog, type Log } from './base/log.ts';
import { countSearchMisses, type SearchMisses } from './search/misses.ts';
import { openMediaPlaces, type MediaPlaces } from './media/store/open-media-store.ts';
import { noteSiteMedia } from './media/store/site-media.ts';
import { countSignIns, createCounts, type Counts } from './operate/metrics/counts/counts.ts';
import { watchPages, type PageWatch } from './operate/metrics/counts/watch-pages.ts';
import { watchQueries } from './operate/metrics/counts/watch-queries.ts';
import { withTrace } from './base/request-context.ts';
import { readAssetManifest, type AssetManifest } from './asset-manifest.ts';
import type { OpenOptions } from './open-options.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startWorkers } from './start-workers.ts';
import { version } from './base/version.ts';

export interface Services {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  changeFeed: ChangeFeed;
  recentChanges: RecentChanges;
  readGuards: ReadGuards;
  queryCache: QueryCache;
  reportLoss: ReportLoss;
  accounts: Accounts;
  /** Rendering and comparing texts, which take long. */
  contentWork: ContentWork;
  /** Examining and storing uploaded files. */
  uploadWork: UploadWork;
  /** Filters of lists, with their numbers. */
  facets: ProductFacets;
  searchMisses: SearchMisses;
  counts: Counts;
  pageWatch: PageWatch;
  /** Null: no cache in front keeps pages. */
  edge: Edge | null;
  assets: AssetManifest;
  /** Stores of the picture files. */
  media: MediaPlaces;
  /** Folders as absolute paths. */
  dirs: { client: string; icons: string };
  /** Fetch for requests to other servers. */
  fetch: typeof globalThis.fetch;
  lifecycle: Lifecycle;
  close(): Promise<void>;
}

/** Opens everything the app needs, ready to serve: schema up to date, sample content in an empty database. */
export async function openServices(config: Config, options: OpenOptions): Promise<Services> {
  const { log = createLog(config.logLevel), clock = systemClock, clientDir, sampleContentDir } = options;
  const { isMine, whenMine } = options.machineWork ?? ownMachineWork;
  const fetch = withTrace(options.fetch ?? globalThis.fetch);
  const assets = options.assets ?? readAssetManifest(clientDir);
  const { buildId } = assets;
  const schema = { steps: options.migrations ?? migrations, madeBy: `version ${version}, build ${buildId}` };
  await prepareDatabase({ assets, clientDir, sampleContentDir, schema }, { config, clock, log });
  const counts = createCounts();
  // Closed in reverse; all of it when something cannot be opened.
  await using opening = new AsyncDisposableStack();
  const open = <Closable extends { close(): Promise<void> }>(closable: Closable): Closable =>
    opening.adopt(closable, (resource) => resource.close());
  const watchQuery = watchQueries({ counts, log, slowMs: config.slowQueryMs });
  const db = open(await openForVisitors(config.database, log, watchQuery));
  await warnOfLeftMove(db, clock, log);
  open(await noteServing({ db, clock, log, ...schema }));
  await noteSiteMedia({ db, config, clock, log });
  const changeFeed = open(await openChangeFeed(db, clock, log));
  const recentChanges = createRecentChanges(changeFeed);
  const readGuards = createReadGuards(changeFeed, recentChanges);
  const sharedQueries = { feed: changeFeed, recentChanges, clock, maxBytes: maxCachedQueries };
  const { contentThread, facetThread, hashThread, mediaWorker, uploadProgram } = options;
  const { derive = deriveInPool } = options;
  const contentWork = contentThread ? open(startContentThread(contentThread)) : contentWorkInProcess();
  const facets = facetThread
    ? open(startFacetThread(facetThread, { database: config.database, clock }))
    : facetsInProcess(db);
  const media = openMediaPlaces(config, fetch);
  const uploadWork = uploadProgram
    ? open(startUploadProgram(uploadProgram))
    : uploadWorkInProcess(media.store);
  const hashes = hashThread ? open(startHashThread(hashThread)).derive : derive;
  const searchMisses = open(countSearchMisses({ db, clock, log }));
  const edge = await openEdge({ config, buildId, db, changeFeed, clock, log, fetch });
  if (edge) open(edge);
  const tools = { config, db, clock, log, fetch, changeFeed, contentWork, isMine, whenMine, mediaWorker };
  startWorkers(tools, opening);
  const opened = opening.move();
  return {
    ...{ config, log, clock, db, changeFeed, recentChanges, readGuards, contentWork, searchMisses },
    ...{ facets, counts, edge, assets, fetch, media, uploadWork },
    accounts: createAccounts({ config, db, clock, log, fetch, derive: hashes, count: countSignIns(counts) }),
    pageWatch: watchPages({ counts, log, slowMs: config.slowPageMs }),
    queryCache: createQueryCache(createTaggedCache(sharedQueries), readGuards),
    reportLoss: logLosses(log),
    dirs: { client: clientDir, icons: options.iconsDir },
    lifecycle: { isStopping: false, isReplaced: false },
    close: () => opened.disposeAsync(),
  };
}

const ownMachineWork = { isMine: () => true, whenMine: () => Promise.resolve() };
