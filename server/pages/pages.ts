import type { RequestHandler } from 'express';
import { createI18n } from '#shared/locale/create-i18n.ts';
import type { SendErrorPage } from '#server/http/answer/error-answer.ts';
import { notFound } from '#server/http/answer/error-handler.ts';
import type { SendFormProblem } from '#server/http/form/form-answer.ts';
import type { HeaderPairs } from '#server/http/answer/security-headers.ts';
import { speculationRulesHeader } from '#server/http/answer/speculation-rules.ts';
import type { Services } from '#server/services.ts';
import { createDocumentRoutes } from './documents/document-routes.ts';
import { documentRoutes } from './documents/documents.ts';
import { createResponseEncoder } from './store/encoded-response.ts';
import { createErrorPages } from './respond/error-pages.ts';
import { createFormProblemPages } from './respond/form-problem-page.ts';
import { createPageCache } from './store/page-cache.ts';
import { createPageRoutes, type PageRoutes } from './page-routes.ts';
import type { PageTools } from './page-tools.ts';
import { preloadHeader } from './render/preload-header.ts';
import { createRenderer } from './render/render-page.tsx';
import { createSiteRouter } from './render/site-router.tsx';

/** All that answers with a page, or from the store of pages. */
export interface Pages extends PageRoutes {
  /** Feeds and other documents for programs. */
  documents: RequestHandler;
  sendErrorPage: SendErrorPage;
  sendFormProblem: SendFormProblem;
}

/** `siteHeaders` are what every response of the site carries. */
export async function createPages(services: Services, siteHeaders: HeaderPairs): Promise<Pages> {
  const { config, assets } = services;
  const { basePath, publicUrl } = config;
  const site = await createSiteRouter(basePath);
  const renderer = createRenderer({
    config: { baseURL: basePath, buildId: assets.buildId, publicUrl },
    assets,
    i18n: createI18n(),
    site,
    deadlineMs: config.renderDeadlineMs,
    onRendered: services.pageWatch.rendered,
  });
  services.counts.activeRenders = () => renderer.active;
  const pageHeaders = [
    ['Link', preloadHeader(assets, basePath)],
    ['Speculation-Rules', speculationRulesHeader(basePath)],
  ] as const;
  const encode = createResponseEncoder({ siteHeaders, pageHeaders });
  const pageCache = createPageCache({
    ...services,
    feed: services.changeFeed,
    maxBytes: config.pageStoreBytes,
  });
  const tools: PageTools = { services, site, renderer, pageCache, encode };
  const sendErrorPage = await createErrorPages(tools);
  return {
    ...createPageRoutes(tools),
    documents: documentRoutes(createDocumentRoutes(config), tools, notFound(sendErrorPage)),
    sendErrorPage,
    sendFormProblem: createFormProblemPages(tools),
  };
}
