import type { SiteStatus } from '#shared/status.ts';
import { pageMetrics, requestMetrics, signInMetrics } from './counts/count-metrics.ts';
import type { Counts } from './counts/counts.ts';
import { counter, gauge, histogram, type Metric } from './counts/metric.ts';
import { processMetrics } from './counts/process-metrics.ts';
import { readStatus, type StatusSources } from './read-status.ts';

/**
 * All metrics of this process and its site, in the form in which prom-client passes them on: several processes answer
 * with it, and one merges them. No label comes from a visitor's input, so the number of series is bounded.
 */
export async function metricsOf(sources: StatusSources): Promise<unknown[]> {
  const status = await readStatus(sources);
  return [
    ...requestMetrics(sources.counts),
    ...pageMetrics(sources.counts, status),
    ...databaseMetrics(sources.counts, status),
    ...poolMetrics(status),
    ...workMetrics(status),
    ...signInMetrics(sources.counts),
    ...siteMetrics(status),
    ...(await processMetrics()),
  ];
}

function databaseMetrics(
  counts: Counts,
  { database, isFeedHearing, isEdgeTold, versions }: SiteStatus,
): Metric[] {
  const { isThere, isReadOnly, isSchemaExpected } = database;
  return [
    gauge(
      { name: 'qingye_database_up', help: '1: the database answers.', aggregator: 'min' },
      Number(isThere),
    ),
    gauge(
      {
        name: 'qingye_database_writable',
        help: '1: the database can be written to. 0: it can only be read, as after a fail-over.',
        aggregator: 'min',
      },
      isReadOnly === null ? null : Number(!isReadOnly),
    ),
    gauge(
      {
        name: 'qingye_database_schema_expected',
        help: '1: this program works with the migrations that the database has.',
        aggregator: 'min',
      },
      isSchemaExpected === null ? null : Number(isSchemaExpected),
    ),
    gauge(
      {
        name: 'qingye_database_schema_version',
        help: 'The number of the newest migration.',
        aggregator: 'max',
      },
      versions.migration === null ? null : Number.parseInt(versions.migration, 10),
    ),
    histogram(
      { name: 'qingye_database_query_duration_seconds', help: 'Queries, without waiting for a connection.' },
      [[{}, counts.queries]],
    ),
    counter(
      { name: 'qingye_database_slow_queries_total', help: 'Queries that took longer than SLOW_QUERY_MS.' },
      counts.slowQueries.total,
    ),
    counter(
      {
        name: 'qingye_database_query_errors_total',
        help: 'Queries that failed, by what stood in their way.',
      },
      Object.entries(counts.queryErrors).map(([reason, count]) => [{ reason }, count]),
    ),
    gauge(
      {
        name: 'qingye_change_feed_hearing',
        help: '1: this process knows of what others write. 0: it does not, and makes each page anew.',
        aggregator: 'min',
      },
      Number(isFeedHearing),
    ),
    gauge(
      {
        name: 'qingye_edge_told',
        help: '1: the caches in front take what they are told. 0: they may show what is out of date.',
        aggregator: 'min',
      },
      isEdgeTold === null ? null : Number(isEdgeTold),
    ),
  ];
}

/** Metrics of the connection pool, on PostgreSQL only. */
function poolMetrics({ database: { pool } }: SiteStatus): Metric[] {
  return [
    gauge(
      {
        name: 'qingye_database_pool_connections',
        help: 'Connections to PostgreSQL.',
        aggregator: 'sum',
      },
      pool && [
        [{ state: 'used' }, pool.open - pool.idle],
        [{ state: 'idle' }, pool.idle],
      ],
    ),
    gauge(
      {
        name: 'qingye_database_pool_max_connections',
        help: 'DATABASE_POOL_SIZE.',
        aggregator: 'sum',
      },
      pool?.size ?? null,
    ),
    gauge(
      {
        name: 'qingye_database_pool_waiting',
        help: 'Who waits for a connection to PostgreSQL.',
        aggregator: 'sum',
      },
      pool?.waiting ?? null,
    ),
  ];
}

/** All processes of a machine say the same of it, so the greatest is that of each. */
function workMetrics({ work, operations, disk, folderTrouble, mediaStores }: SiteStatus): Metric[] {
  const finished = Object.entries(operations ?? {}).flatMap(([kind, operation]) =>
    operation === null ? [] : [[{ kind }, Date.parse(operation.finishedAt) / 1000] as const],
  );
  return [
    gauge(
      {
        name: 'qingye_media_jobs',
        help: 'Pictures that wait for their files, and those whose files could not be made; counted up to 1000.',
        aggregator: 'max',
      },
      work && [
        [{ state: 'waiting' }, work.waitingPictures],
        [{ state: 'failed' }, work.failedPictures],
      ],
    ),
    gauge(
      {
        name: 'qingye_search_unindexed',
        help: 'Entries that were written and are not in the index of search; counted up to 1000.',
        aggregator: 'max',
      },
      work?.unindexed ?? null,
    ),
    gauge(
      {
        name: 'qingye_operation_finished_timestamp_seconds',
        help: 'When a backup was finished last, and an import.',
        aggregator: 'max',
      },
      finished,
    ),
    gauge(
      { name: 'qingye_disk_free_bytes', help: 'Room on the disk of DATA_DIR.', aggregator: 'min' },
      disk?.freeBytes ?? null,
    ),
    gauge(
      { name: 'qingye_disk_size_bytes', help: 'The size of the disk of DATA_DIR.', aggregator: 'max' },
      disk?.totalBytes ?? null,
    ),
    gauge(
      {
        name: 'qingye_data_folder_writable',
        help: '1: files can be written into DATA_DIR.',
        aggregator: 'min',
      },
      Number(folderTrouble === null),
    ),
    gauge(
      {
        name: 'qingye_media_store_up',
        help: '1: the media store can be asked. 0: pictures are answered with 502.',
        aggregator: 'min',
      },
      mediaStores.length === 0 ? null : Number(mediaStores.every(({ trouble }) => trouble === null)),
    ),
  ];
}

function siteMetrics({ versions, database, process }: SiteStatus): Metric[] {
  const { site, build } = versions;
  return [
    gauge(
      {
        name: 'qingye_build_info',
        help: 'What runs; how many processes of it there are.',
        aggregator: 'sum',
      },
      [[{ version: site, build, engine: database.engine }, 1]],
    ),
    gauge(
      { name: 'qingye_stopping', help: 'Processes that are about to end.', aggregator: 'sum' },
      Number(process.isStopping),
    ),
  ];
}
