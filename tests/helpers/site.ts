import path from 'node:path';
import type { Express } from 'express';
import { onTestFinished } from 'vitest';
import { pageRoutes, layoutRoute, type RouteId } from '#shared/address/routes.ts';
import { createApp } from '#server/app.ts';
import { createClock, type Clock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import type { Step } from '#server/db/migration.ts';
import type { Derive } from '#server/features/accounts/passwords/password-hash.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import type { Log } from '#server/base/log.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';
import { openServices, type Services } from '#server/services.ts';
import { contentFolder, type Files } from './content.ts';
import { sampleFolder } from './sample-folder.ts';
import { preparedDatabaseConfig, silentLog, temporaryFolder, type EngineName } from './databases.ts';
import { deriveOnce } from './derive-once.ts';

export interface TestSite {
  app: Express;
  services: Services;
  /** Brings further content in, as an editor would. */
  import(files: Files, options?: { prune?: boolean }): Promise<void>;
}

interface SiteOptions {
  engine?: EngineName;
  env?: Record<string, string>;
  files?: Files;
  clock?: Clock;
  log?: Log;
  /** Fetch for the server's own requests. */
  fetch?: typeof globalThis.fetch;
  /** How passwords are hashed. */
  derive?: Derive;
  /** The database of a site that runs already: this one is another process of it. */
  database?: DatabaseConfig;
  /** Migrations of this build. */
  migrations?: readonly Step[];
}

/** The whole app over a real database of its own, with only the given content. */
export async function openSite({
  engine = 'sqlite',
  env = {},
  files,
  clock,
  log = silentLog,
  fetch,
  derive = deriveOnce,
  database,
  migrations,
}: SiteOptions = {}): Promise<TestSite> {
  const hasSample = env['SAMPLE_CONTENT'] === 'auto' && engine === 'sqlite' && database === undefined;
  // A copy: to import the sample content takes seconds.
  const dataDir = hasSample ? sampleFolder() : temporaryFolder();
  const config = {
    ...readConfig({ ...quiet, SAMPLE_CONTENT: 'off', DATA_DIR: dataDir, ...env }),
    ...(!hasSample && { database: database ?? (await preparedDatabaseConfig(engine)) }),
  };
  const opened = await openServices(config, {
    clientDir: path.resolve('tests/helpers/no-client'),
    sampleContentDir: path.resolve('server/sample-content'),
    iconsDir: path.resolve('node_modules/@iconify-json'),
    assets: testAssets,
    log,
    derive,
    ...(clock && { clock }),
    ...(fetch && { fetch }),
    ...(migrations && { migrations }),
  });
  // By the test, or at its end.
  let closing: Promise<void> | undefined;
  const services: Services = { ...opened, close: () => (closing ??= opened.close()) };
  onTestFinished(() => services.close());
  const site: TestSite = {
    app: await createApp(services),
    services,
    async import(more, options) {
      const { db, media } = services;
      await importContent(contentFolder(more), db, media.store, { clock: services.clock, ...options });
    },
  };
  if (files) await site.import(files);
  return site;
}

/** Manifest that a build would have made. */
export const testAssets: AssetManifest = {
  buildId: 'test-build',
  builtAt: 1_795_000_000_000,
  entry: 'assets/entry.js',
  styles: ['assets/site.css'],
  editStyles: ['assets/site.css', 'assets/edit.css'],
  editScript: 'assets/edit.js',
  pages: Object.fromEntries(
    [layoutRoute.id, ...pageRoutes.map((route) => route.id)].map((id) => [id, []]),
  ) as unknown as Record<RouteId, string[]>,
  favicon: 'favicon.svg',
  liveReload: null,
};

/** A busy machine makes any query slow, and the status page reports it: tests of slow queries set their own limits. */
const quiet = { SLOW_QUERY_MS: '0', SLOW_PAGE_MS: '0' };

/** A clock that stands still until it is set. */
export function aClockAt(iso: string): Clock & { set(iso: string): void } {
  let now = Date.parse(iso);
  return { ...createClock(() => now), set: (next) => (now = Date.parse(next)) };
}
