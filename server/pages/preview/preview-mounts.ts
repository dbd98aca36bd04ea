import { LRUCache } from 'lru-cache';
import { createI18n } from '#shared/locale/create-i18n.ts';
import type { Services } from '#server/services.ts';
import { createRenderer, type Renderer } from '../render/render-page.tsx';
import { loadSiteRouters, type SiteRouter } from '../render/site-router.tsx';

/** The site under the base path of one preview. */
export interface PreviewMount {
  site: SiteRouter;
  renderer: Renderer;
}

/** Makes what renders pages at a base path. The last few are kept: an editor looks at several pages of a preview. */
export async function createPreviewMounts({
  config,
  assets,
}: Pick<Services, 'config' | 'assets'>): Promise<(basePath: string) => PreviewMount> {
  const createAt = await loadSiteRouters();
  const i18n = createI18n();
  const mounts = new LRUCache<string, PreviewMount>({ max: 20 });
  // Before the site's own, which so has the last word on what both have.
  const ownStyles = assets.editStyles.filter((file) => !assets.styles.includes(file));
  const styles = [...ownStyles, ...assets.styles];

  function createMount(basePath: string): PreviewMount {
    const site = createAt(basePath);
    const { publicUrl, basePath: publicBaseURL, renderDeadlineMs: deadlineMs } = config;
    const renderer = createRenderer({
      config: { baseURL: basePath, buildId: assets.buildId, publicUrl, publicBaseURL },
      assets: { ...assets, styles },
      i18n,
      site,
      deadlineMs,
    });
    return { site, renderer };
  }

  return function mountAt(basePath) {
    const mounted = mounts.get(basePath);
    if (mounted) return mounted;
    const mount = createMount(basePath);
    mounts.set(basePath, mount);
    return mount;
  };
}
