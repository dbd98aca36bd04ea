import { onTestFinished } from 'vitest';
import { openChangeFeed, type ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, aProduct, contentFolder, aDrawing, type Files } from './content.ts';
import { preparedDatabaseConfig, silentLog, temporaryFolder, type EngineName } from './databases.ts';
import { newsHasCome } from './news-has-come.ts';
import { aClockAt } from './site.ts';

interface Setting {
  db: Database;
  /** Another process: its own connections to the same database. */
  other: Database;
  feed: ChangeFeed;
  clock: ReturnType<typeof aClockAt>;
  import(files: Files, options?: { prune: boolean }): Promise<void>;
  /** Everything reported since the last call. */
  changes(): Promise<Set<string>>;
}

/** A site with some content, its change feed, and another process that writes. */
export async function openFeedSetting(engine: EngineName): Promise<Setting> {
  const config = await preparedDatabaseConfig(engine);
  const db = await openDatabase(config, silentLog);
  const other = await openDatabase(config, silentLog);
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const dataDir = temporaryFolder();
  const imports = async (files: Files, options?: { prune: boolean }) => {
    await importContent(contentFolder(files), other, folderStore(dataDir), options);
  };
  await imports(feedContent);
  const feed = await openChangeFeed(db, clock, silentLog);
  onTestFinished(async () => {
    await feed.close();
    await other.close();
    await db.close();
  });
  let seen = new Set<string>();
  const note = (changed: ChangedTags) => {
    for (const tag of changed === 'everything' ? ['everything'] : changed)
      if (!formerTags.test(tag)) seen.add(tag);
  };
  feed.subscribe(note);
  return {
    db,
    other,
    feed,
    clock,
    import: imports,
    async changes() {
      await newsHasCome({ changeFeed: feed });
      const changes = seen;
      seen = new Set();
      return changes;
    },
  };
}

/** Announced for processes of an older build: see former-names.ts. */
const formerTags = /^(?:author-articles:|product-articles:|products of )/;

export const feedContent: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  'articles/spring.md': anArticle({ products: ['baozhong'] }),
  'articles/other.md': anArticle({ title: '別篇', author: 'chen' }),
  'products/baozhong.md': aProduct(),
  'products/pot.md': aProduct({ name: '壺' }),
  'media/tea.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};
