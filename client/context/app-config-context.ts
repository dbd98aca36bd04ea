import { createContext, use } from 'react';
import { publicBaseOf, type AppConfig } from '#shared/app-config.ts';
import { resolveTarget } from '#shared/address/navigation-target.ts';
import { withBase } from '#shared/address/paths.ts';

export const AppConfigContext = createContext<AppConfig>({ baseURL: '/', buildId: '', publicUrl: null });

/** Makes addresses of site paths, for `href`. */
export function useHref(): (path: string) => string {
  const { baseURL } = use(AppConfigContext);
  return (path) => withBase(baseURL, path);
}

interface LinkAttributes {
  href?: string;
  rel?: string;
}

/** Attributes for an address that content names: a path of this site without the base path, or a place elsewhere. */
export function useContentLink(): (address: string) => LinkAttributes {
  const config = use(AppConfigContext);
  return (address) => {
    const key = JSON.stringify([address, config.baseURL, config.publicUrl]);
    const cached = judgedLinks.get(key);
    if (cached) return cached;
    const link = judgeLink(address, config);
    if (judgedLinks.size < maxJudgedLinks) judgedLinks.set(key, link);
    return link;
  };
}

/** The footer's links stand on every page, and judging one takes 10 µs. */
const judgedLinks = new Map<string, LinkAttributes>();
const maxJudgedLinks = 500;

function judgeLink(address: string, config: AppConfig): LinkAttributes {
  const basePath = publicBaseOf(config);
  const target = resolveTarget(address.startsWith('/') ? withBase(basePath, address) : address, {
    origin: config.publicUrl,
    basePath,
    isLink: true,
  });
  switch (target.kind) {
    case 'inside':
      return { href: config.baseURL + target.path.slice(basePath.length) };
    case 'outside':
      return { href: target.url, rel: 'noopener noreferrer' };
    case 'refused':
      return {};
  }
}
