import path from 'node:path';
import type { AssetManifest } from './asset-manifest.ts';
import type { Clock } from './base/clock.ts';
import type { Config } from './config/config.ts';
import type { Step } from './db/migration.ts';
import { openDatabase, type Database } from './db/open/open-database.ts';
import { archiveBuild } from './features/builds/build-archive.ts';
import { importSampleContent } from './features/import-export/sample-content.ts';
import type { Log } from './base/log.ts';
import { openMediaStore } from './media/store/open-media-store.ts';
import { indexAtStart } from './search/index/keep-indexed.ts';

interface Tools {
  config: Config;
  clock: Clock;
  log: Log;
}

interface Preparation {
  assets: AssetManifest;
  clientDir: string;
  sampleContentDir: string;
  schema: { steps: readonly Step[]; madeBy: string };
}

/** Brings schema, sample content, search index and build up to date. Before there are visitors this may take its time. */
export async function prepareDatabase(
  { assets, clientDir, sampleContentDir, schema }: Preparation,
  tools: Tools,
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
  { config, clock, log }: Tools,
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
