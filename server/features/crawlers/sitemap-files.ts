import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/open-database.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import type { ReadGuard, ReadGuards } from '#server/freshness/read-guard.ts';
import type { QueryCache } from '#server/freshness/reader.ts';
import { readerOfSite } from '#server/freshness/site-reader.ts';
import type { RecentChanges } from '#server/freshness/recent-changes.ts';
import { createTaggedCache } from '#server/freshness/tagged-cache.ts';
import { tagNumbers } from '#server/freshness/tags.ts';
import { readSitemapFile, type SitemapFile, type SitemapOptions } from './sitemap.ts';

export interface SitemapTools {
  config: Pick<Config, 'basePath' | 'media' | 'pageStoreBytes'>;
  db: Database;
  clock: Clock;
  changeFeed: ChangeFeed;
  recentChanges: RecentChanges;
  readGuards: ReadGuards;
  queryCache: QueryCache;
}

/** Two megabytes of text are 150 kB. */
export interface MadeFile {
  etag: string;
  gzip: Buffer;
}

export interface SitemapFiles {
  /** Resolves to null when there is nothing in it for visitors. */
  find(file: SitemapFile): Promise<MadeFile | null>;
}

/**
 * Makes files of sitemaps, for all who ask at the same time once. Apart from the store of pages: a crawler asks for each
 * file once a day, and a hundred of them would push out the pages that visitors ask for.
 */
export function createSitemapFiles(tools: SitemapTools, options: SitemapOptions): SitemapFiles {
  const { config, changeFeed: feed, recentChanges, readGuards, clock } = tools;
  const maxBytes = Math.max(1, Math.floor(config.pageStoreBytes * shareOfStore));
  const kept = createTaggedCache<MadeFile>({ feed, recentChanges, clock, maxBytes });
  const pending = new Map<string, { guard: ReadGuard; made: Promise<MadeFile | null> }>();

  async function make(key: string, file: SitemapFile, guard: ReadGuard): Promise<MadeFile | null> {
    const reader = readerOfSite(tools);
    const text = await readSitemapFile(reader, file, options);
    if (text === null) return null;
    const value = await compress(text);
    const { validUntil } = reader;
    const bytes = value.gzip.length + overhead;
    kept.keep(key, { value, tags: tagNumbers(reader.tags), validUntil, bytes }, guard);
    return value;
  }

  return {
    async find(file) {
      const key = `${file.kind}-${file.number}`;
      const entry = kept.find(key);
      if (entry) return entry.value;
      const other = pending.get(key);
      if (other?.guard.isUntouched()) return other.made;
      const guard = readGuards.begin();
      const own = { guard, made: make(key, file, guard) };
      pending.set(key, own);
      try {
        return await own.made;
      } finally {
        // Another may have begun since, after a change.
        if (pending.get(key) === own) pending.delete(key);
      }
    },
  };
}

/** Of the memory for pages, beside it: of the usual 64 MB 8, which hold some 50 files. */
const shareOfStore = 1 / 8;
const overhead = 1_000;
/** Twice as fast as the usual 6, and a tenth longer. */
const gzipLevel = 3;

/** Neither the text nor all that was read for it is ever in memory as a whole. */
async function compress(text: AsyncIterable<string>): Promise<MadeFile> {
  const digest = createHash('sha256');
  async function* digested(): AsyncGenerator<Buffer> {
    for await (const part of text) {
      const bytes = Buffer.from(part);
      digest.update(bytes);
      yield bytes;
    }
  }
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(digested()), createGzip({ level: gzipLevel }), async (source) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  // Weak: the same for every content coding.
  return { etag: `W/"${digest.digest('base64url').slice(0, 22)}"`, gzip: Buffer.concat(chunks) };
}
