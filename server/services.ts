import path from 'node:path';
import type { Config } from './config.ts';
import { systemClock, type Clock } from './clock.ts';
import { createRecentChanges, type RecentChanges } from './freshness/recent-changes.ts';
import { openChangeFeed, type ChangeFeed } from './freshness/change-feed.ts';
import { createReadGuards, type ReadGuards } from './freshness/read-guard.ts';
import { createQueryCache, maxCachedQueries } from './freshness/query-cache.ts';
import { createTaggedCache } from './freshness/tagged-cache.ts';
import type { Step } from './db/migration.ts';
import { migrations } from './db/migrations.ts';
import { openDatabase, openForVisitors, type Database } from './db/open-database.ts';
import { warnOfLeftMove } from './db/moving-mark.ts';
import { noteServing } from './db/serving-processes.ts';
import { contentWorkInProcess, type ContentWork } from './content/content-work.ts';
import { keepRendered } from './content/render-stored.ts';
import { startContentThread } from './content/start-content-thread.ts';
import type { QueryCache } from './freshness/reader.ts';
import { createAccounts, type Accounts } from './features/accounts/accounts.ts';
import { deriveInPool, type Derive } from './features/accounts/passwords/password-hash.ts';
import { startHashThread } from './features/accounts/passwords/start-hash-thread.ts';
import { archiveBuild } from './features/builds/build-archive.ts';
import { openEdge, type Edge } from './features/edge/edge.ts';
import { keepTrashEmpty } from './features/editing/keep-trash-empty.ts';
import { receiversOf } from './features/tell/receivers.ts';
import { startTeller } from './features/tell/teller.ts';
import { importSampleContent } from './features/content/sample-content.ts';
import type { Lifecycle } from './http/health.ts';
import { createLog, type Log } from './log.ts';
import type { MachineWork } from './processes/machine-work.ts';
import { indexAtStart, keepIndexed } from './search/keep-indexed.ts';
import { countSearchMisses, type SearchMisses } from './search/misses.ts';
import { startMediaWorker } from './media/start-media-worker.ts';
import { openMediaPlaces, openMediaStore, type MediaPlaces } from './media/store/open-media-store.ts';
import { noteSiteMedia } from './media/store/site-media.ts';
import { countSignIns, createCounts, type Counts } from './metrics/counts.ts';
import { watchPages, type PageWatch } from './metrics/watch-pages.ts';
import { watchQueries } from './metrics/watch-queries.ts';
import { withTrace } from './request-context.ts';
import { readAssetManifest, type AssetManifest } from './asset-manifest.ts';
import { version } from './version.ts';

export interface Services {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  changeFeed: ChangeFeed;
  recentChanges: RecentChanges;
  readGuards: ReadGuards;
  queryCache: QueryCache;
  accounts: Accounts;
  /** Rendering and comparing texts, which take long. */
  contentWork: ContentWork;
  searchMisses: SearchMisses;
  counts: Counts;
  pageWatch: PageWatch;
  /** Null: no cache in front keeps pages. */
  edge: Edge | null;
  assets: AssetManifest;
  /** Where the files of pictures are. */
  media: MediaPlaces;
  /** Folders as absolute paths. */
  dirs: { client: string; icons: string };
  /** For what the server asks of others. */
  fetch: typeof globalThis.fetch;
  lifecycle: Lifecycle;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The built client: `assets/`, the files of `public/`, `manifest.json`. */
  clientDir: string;
  sampleContentDir: string;
  /** Holds `{collection}/icons.json` of each installed icon collection. */
  iconsDir: string;
  /** The program that makes what takes long of pictures; without it that is left to another process. */
  mediaWorker?: string;
  /** The module of the thread that hashes passwords; without it this process does. */
  hashThread?: string;
  /** How passwords are hashed without that module. */
  derive?: Derive;
  /** The module of the thread that renders and compares texts; without it this process does, and holds its requests. */
  contentThread?: string;
  log?: Log;
  clock?: Clock;
  fetch?: typeof globalThis.fetch;
  /** What is done once on a machine; without it this process does it. */
  machineWork?: MachineWork;
  /** Instead of the manifest in `clientDir`. */
  assets?: AssetManifest;
  /** The migrations that this build knows, instead of those that it does. */
  migrations?: readonly Step[];
}

/** Opens everything the app needs, ready to serve: schema up to date, sample content in an empty database. */
export async function openServices(config: Config, options: OpenOptions): Promise<Services> {
  const { log = createLog(config.logLevel), clock = systemClock } = options;
  const { isMine, whenMine } = options.machineWork ?? ownMachineWork;
  const fetch = withTrace(options.fetch ?? globalThis.fetch);
  const assets = options.assets ?? readAssetManifest(options.clientDir);
  const schema = {
    steps: options.migrations ?? migrations,
    madeBy: `version ${version}, build ${assets.buildId}`,
  };
  await prepareDatabase(assets, { ...options, schema }, { config, clock, log });
  const counts = createCounts();
  const watchQuery = watchQueries({ counts, log, slowMs: config.slowQueryMs });
  const db = await openForVisitors(config.database, log, watchQuery);
  try {
    await warnOfLeftMove(db, clock, log);
    const serving = await noteServing({ db, clock, log, ...schema });
    await noteSiteMedia({ db, config, clock, log });
    const changeFeed = await openChangeFeed(db, clock, log);
    const recentChanges = createRecentChanges(changeFeed);
    const readGuards = createReadGuards(changeFeed, recentChanges);
    const sharedQueries = { feed: changeFeed, recentChanges, clock, maxBytes: maxCachedQueries };
    const mediaWorker = options.mediaWorker
      ? startMediaWorker(options.mediaWorker, { db, clock, log, isMine })
      : null;
    const hashThread = options.hashThread ? startHashThread(options.hashThread) : null;
    const stopEmptying = keepTrashEmpty({ db, clock, log, isMine });
    const tellers = receiversOf(config).map((receiver) =>
      startTeller(receiver, { db, changeFeed, clock, log, fetch, isMine }),
    );
    const indexKeeper = keepIndexed({ db, config, clock, log, isMine });
    const searchMisses = countSearchMisses({ db, clock, log });
    const edge = await openEdge({ config, buildId: assets.buildId, db, changeFeed, clock, log, fetch });
    const contentThread = options.contentThread ? startContentThread(options.contentThread) : null;
    const contentWork = contentThread ?? contentWorkInProcess();
    const renderKeeper = keepRendered({ db, contentWork, log }, whenMine());
    const derive = hashThread?.derive ?? options.derive ?? deriveInPool;
    return {
      config,
      log,
      clock,
      db,
      changeFeed,
      recentChanges,
      accounts: createAccounts({ config, db, clock, log, fetch, derive, count: countSignIns(counts) }),
      contentWork,
      searchMisses,
      counts,
      pageWatch: watchPages({ counts, log, slowMs: config.slowPageMs }),
      edge,
      readGuards,
      queryCache: createQueryCache(createTaggedCache(sharedQueries), readGuards),
      assets,
      fetch,
      media: openMediaPlaces(config, fetch),
      dirs: { client: options.clientDir, icons: options.iconsDir },
      lifecycle: { isStopping: false, isReplaced: false },
      async close() {
        stopEmptying();
        for (const teller of tellers) teller.close();
        await edge?.close();
        await indexKeeper.close();
        await searchMisses.close();
        await mediaWorker?.close();
        await hashThread?.close();
        await renderKeeper.close();
        await contentThread?.close();
        await changeFeed.close();
        await serving.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const ownMachineWork = { isMine: () => true, whenMine: () => Promise.resolve() };

/** Before there are visitors: schema, sample content and build may take their time. */
async function prepareDatabase(
  assets: AssetManifest,
  {
    sampleContentDir,
    clientDir,
    schema,
  }: OpenOptions & { schema: { steps: readonly Step[]; madeBy: string } },
  tools: Pick<Services, 'config' | 'clock' | 'log'>,
): Promise<void> {
  const { config, log } = tools;
  const db = await openDatabase(config.database, log, schema);
  try {
    if (config.sampleContent === 'auto')
      await importSampleContent(sampleContentDir, db, openMediaStore(config), log);
    await indexAtStart({ db, log });
    await keepBuild(db, assets, clientDir, tools);
  } finally {
    await db.close();
  }
}

/** Old pages work without it, only not after the next deploy: no reason not to start. */
async function keepBuild(
  db: Database,
  { buildId, builtAt }: AssetManifest,
  clientDir: string,
  { config, clock, log }: Pick<Services, 'config' | 'clock' | 'log'>,
): Promise<void> {
  const retention = { days: config.assetRetentionDays, bytes: keptAssetBytes };
  try {
    const build = { id: buildId, timestamp: builtAt };
    await archiveBuild(db, build, path.join(clientDir, 'assets'), { nowMs: clock.now(), retention });
  } catch (error) {
    log.warn({ err: error }, 'the files of this build could not be kept for pages that outlive it');
  }
}

/** Some 200 builds. */
const keptAssetBytes = 100_000_000;
