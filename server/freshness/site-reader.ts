import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open/open-database.ts';
import type { Schema } from '../db/schema.ts';
import { createReader, type QueryCache, type Reader, type ReportLoss } from './reader.ts';

/** Services needed to read a running site. */
export interface ReadableSite {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'basePath' | 'media'>;
  queryCache: QueryCache;
  reportLoss: ReportLoss;
}

/** Reads the site as everybody sees it now. */
export function readerOfSite(site: ReadableSite, db: Kysely<Schema> = site.db.read): Reader {
  const { clock, config, queryCache, reportLoss } = site;
  const { basePath, media } = config;
  return createReader({ db, now: clock.nowIso(), basePath, mediaBase: media.url, queryCache, reportLoss });
}
