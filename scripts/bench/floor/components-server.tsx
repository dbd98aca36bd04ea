import path from 'node:path';
import { createI18n } from '#shared/locale/create-i18n.ts';
import { readConfig } from '#server/config/config.ts';
import { createReader } from '#server/freshness/reader.ts';
import { loadPage } from '#server/pages/load/load-page.ts';
import { createPageElements } from '#server/pages/render/page-element.tsx';
import { readTarget } from '#server/pages/page-target.ts';
import { createSiteRouter } from '#server/pages/render/site-router.tsx';
import { openServices } from '#server/services.ts';
import { serveBare } from './bare-express.ts';

/**
 * Serves a page of the site's own components, with their contexts, hooks and router; their data is read once.
 * @param builtDir Holds the built site.
 */
export async function serveComponents(builtDir: string): Promise<void> {
  const config = readConfig(process.env);
  const services = await openServices(config, {
    clientDir: path.join(builtDir, 'client'),
    sampleContentDir: path.join(builtDir, 'sample-content'),
    iconsDir: path.join(builtDir, 'icons'),
  });
  const { accounts, assets, clock, db, queryCache } = services;
  const { basePath, publicUrl } = config;
  const site = await createSiteRouter(basePath);
  const { element, bootstrapModules } = createPageElements({
    config: { baseURL: basePath, buildId: assets.buildId, publicUrl },
    assets,
    i18n: createI18n(),
    site,
  });
  const now = new Date(clock.now()).toISOString();
  const reader = createReader({ db: db.read, now, basePath, queryCache });
  const onError = (error: unknown) => {
    throw error;
  };
  const target = await readTarget(site, '/product');
  const given = { reader, accounts, signedIn: null, requestId: '', deadlineMs: 10_000, onError };
  const page = await loadPage(target, given);
  serveBare(() => element(page, { colorMode: 'system', viewer: null }), bootstrapModules);
}
