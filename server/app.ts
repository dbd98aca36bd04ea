import express, { type Express } from 'express';
import path from 'node:path';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { withBase } from '#shared/address/paths.ts';
import { accountForms } from './features/accounts/forms/account-forms.ts';
import { indexNowKey } from './features/tell/index-now-key.ts';
import { robotsTxt } from './features/crawlers/robots-txt.ts';
import { googleRoutes } from './features/accounts/google/google-routes.ts';
import { archivedAssets, buildRoutes } from './features/builds/build-routes.ts';
import { iconRoutes } from './features/icons/icon-routes.ts';
import { siteColors } from './features/site/site-colors.ts';
import { mediaHandlers } from './features/media-files/media-handlers.ts';
import { siteIcons } from './features/site/site-icons.ts';
import { titleFontRoutes } from './features/media-files/title-font-routes.ts';
import { webManifest } from './features/site/web-manifest.ts';
import { answerFirst } from './http/before-express.ts';
import { colorModeRoute } from './http/request/color-mode.ts';
import { compressed } from './http/answer/compressed.ts';
import { errorHandler, notFound } from './http/answer/error-handler.ts';
import { refuseLargeBody } from './http/form/form-body.ts';
import { closeWhenStopping, health } from './http/health.ts';
import { liveReload } from './http/answer/live-reload.ts';
import { requestIdHeader, requestLog } from './http/request/request-log.ts';
import { createIsOperator } from './http/request/operators.ts';
import { precompressed } from './http/answer/precompressed.ts';
import { checkHost, originForm } from './http/request/request-host.ts';
import { checkTarget } from './http/request/request-target.ts';
import { sameOrigin } from './http/request/same-origin.ts';
import { securityHeaderPairs, securityHeaders } from './http/answer/security-headers.ts';
import { securityTxt } from './http/answer/security-txt.ts';
import { speculationRules } from './http/answer/speculation-rules.ts';
import { hashedFiles, missingFile, plainFiles, shownElsewhere } from './http/answer/static-files.ts';
import { countRequests } from './operate/metrics/counts/count-requests.ts';
import { describeParts } from './operate/metrics/describe-parts.ts';
import { readStatus } from './operate/metrics/read-status.ts';
import { accountLinkRoutes } from './pages/edit/accounts/account-link-routes.tsx';
import { editRoutes } from './pages/edit/edit-routes.tsx';
import { statusRoutes } from './pages/edit/site/status-routes.tsx';
import { createPages } from './pages/pages.ts';
import { previewRoutes } from './pages/preview/preview-routes.ts';
import { suggestionRoutes } from './pages/search/suggestion-routes.ts';
import type { Services } from './services.ts';

/** Every middleware and router, in the order in which a request meets them. */
export async function createApp(services: Services): Promise<Express> {
  const { config, assets, dirs } = services;
  const siteHeaders = securityHeaderPairs({
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    hstsSubdomains: config.hstsSubdomains,
    mediaUrl: config.media.url,
    isIndexable: config.isIndexable,
  });
  const pages = await createPages(services, siteHeaders);
  const render = (source: string) => services.contentWork.render(source);

  const isOperator = createIsOperator({
    networks: config.operatorNetworks,
    trustsProxy: config.trustProxy !== false,
  });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  // Pages have theirs from the store; Express would hash each body.
  app.set('etag', false);

  const isOfContent = createOfContent(config.basePath);
  answerFirst(app, {
    log: requestLog(services.log),
    ready: ({ url }) => (isOfContent(url) ? services.changeFeed.askForNews() : null),
    answer: pages.stored,
    counter: config.metrics && countRequests(services.counts, config.basePath),
  });
  app.use(requestIdHeader());
  app.use(originForm());
  app.use(closeWhenStopping(services.lifecycle));
  app.use(securityHeaders(siteHeaders));
  app.use(compressed());
  app.use(checkHost());
  app.use(checkTarget());
  app.use(sameOrigin());
  app.use(refuseLargeBody({ except: withBase(config.basePath, editPaths.home) }));

  app.use(securityTxt(services));
  app.use(robotsTxt(config));

  const underBase = express.Router({ caseSensitive: true });
  underBase.use(
    health({ ...services, isOperator, look: async () => describeParts(await readStatus(services)) }),
  );
  if (config.liveReload) underBase.use(liveReload());
  const assetsDir = path.join(dirs.client, 'assets');
  // Each with its own 404: a missing file must not reach the page router and come back as HTML.
  underBase.use(
    '/assets',
    precompressed(assetsDir, hashedFiles(assetsDir)),
    archivedAssets(services.db),
    missingFile(),
  );
  if (config.media.url !== null) underBase.use('/media', shownElsewhere());
  underBase.use('/media', ...mediaHandlers(services), missingFile());
  underBase.use(buildRoutes({ db: services.db, current: { id: assets.buildId, timestamp: assets.builtAt } }));
  underBase.use(siteIcons(services));
  underBase.use(siteColors());
  underBase.use(plainFiles(path.join(dirs.client, 'public')));
  underBase.use(iconRoutes({ ...services, iconApiUrl: config.iconApiUrl, collectionsDir: dirs.icons }));
  underBase.use(webManifest(services));
  underBase.use(titleFontRoutes(services));
  underBase.use(colorModeRoute({ origin: config.publicUrl, basePath: config.basePath }));
  underBase.use(speculationRules(config.basePath));
  underBase.use(suggestionRoutes(services));
  underBase.use(accountForms(services.accounts, pages.sendFormProblem));
  underBase.use(googleRoutes(services.accounts));
  underBase.use(accountLinkRoutes(services));
  underBase.use(await previewRoutes(services, { sendErrorPage: pages.sendErrorPage, render }));
  underBase.use(statusRoutes(services, { isOperator, sendErrorPage: pages.sendErrorPage }));
  underBase.use(editRoutes(services, pages.sendErrorPage));
  underBase.use(indexNowKey(config));
  underBase.use(pages.documents);
  underBase.use(pages.routes);
  app.use(config.basePath, underBase);

  app.use(notFound(pages.sendErrorPage));
  app.use(errorHandler(pages.sendErrorPage));
  return app;
}

/**
 * Returns a test for addresses whose answer depends on content: all but files and health checks. They must be as fresh
 * as the request.
 */
function createOfContent(basePath: string): (url: string | undefined) => boolean {
  const others = ['assets/', 'media/', 'healthz', 'readyz'].map((path) => withBase(basePath, `/${path}`));
  return (url = '') => !others.some((other) => url.startsWith(other));
}
