import type { SiteStatus } from '#shared/status.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { Lifecycle } from '#server/http/health.ts';
import { version } from '#server/base/version.ts';
import type { Counts } from './counts/counts.ts';
import { findProblems } from './find-problems.ts';
import { lookAtDisk } from './look-at-disk.ts';
import { readDatabase } from './read-database.ts';

/** Sources of a site's status; its services include all of them. */
export interface StatusSources {
  config: Pick<Config, 'dataDir' | 'metrics'>;
  clock: Clock;
  db: Database;
  changeFeed: Pick<ChangeFeed, 'settle'>;
  assets: Pick<AssetManifest, 'buildId'>;
  lifecycle: Lifecycle;
  edge: { state(): readonly { failingSince: number | null }[] } | null;
  counts: Counts;
  media: { elsewhere: readonly MediaElsewhere[] };
}

/** A place for files of pictures that is no folder of this machine. */
interface MediaElsewhere {
  place: string;
  findTrouble(): Promise<string | null>;
}

/**
 * Reads the status within some seconds, whatever is wrong. Queries the database, sends one notification, writes one
 * file and removes it.
 */
export async function readStatus(sources: StatusSources): Promise<SiteStatus> {
  const { config, clock, db, counts, lifecycle, assets } = sources;
  const at = clock.nowIso();
  const edges = sources.edge?.state() ?? [];
  const [facts, isFeedHearing, disk, mediaStores] = await Promise.all([
    readDatabase(db, clock),
    sources.changeFeed.settle(),
    lookAtDisk(config.dataDir),
    Promise.all(
      sources.media.elsewhere.map(async (one) => ({ place: one.place, trouble: await one.findTrouble() })),
    ),
  ]);
  const status: Omit<SiteStatus, 'problems'> = {
    at,
    versions: {
      site: version,
      build: assets.buildId,
      node: process.versions.node,
      migration: facts.migration,
    },
    process: {
      id: process.pid,
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      isStopping: lifecycle.isStopping,
    },
    database: facts.database,
    pageStore: describePageStore(counts),
    isFeedHearing,
    isEdgeTold: edges.length === 0 ? null : edges.every(({ failingSince }) => failingSince === null),
    work: facts.work,
    recent: {
      slowQueries: counts.slowQueries.look(),
      slowPages: counts.slowPages.look(),
      fullDisk: counts.fullDisk.look(),
    },
    operations: facts.operations,
    ...disk,
    mediaStores,
  };
  return { ...status, problems: findProblems(status) };
}

function describePageStore({ pageStore, pages: { hit, miss } }: Counts): SiteStatus['pageStore'] {
  const use = pageStore?.() ?? { entries: 0, bytes: 0, maxBytes: 0 };
  return { ...use, hitShare: hit + miss === 0 ? null : hit / (hit + miss) };
}
