import { createContext, use } from 'react';
import type { AppConfig } from '#shared/app-config.ts';
import { resolveTarget } from '#shared/navigation-target.ts';
import { withBase } from '#shared/paths.ts';

export const AppConfigContext = createContext<AppConfig>({ baseURL: '/', buildId: '', publicUrl: null });

/** Makes addresses of site paths, for `href`. */
export function useHref(): (path: string) => string {
  const { baseURL } = use(AppConfigContext);
  return (path) => withBase(baseURL, path);
}

/** Attributes for an address that content names: a path of this site without the base path, or a place elsewhere. */
export function useContentLink(): (address: string) => { href?: string; rel?: string } {
  const { baseURL, publicUrl } = use(AppConfigContext);
  return (address) => {
    const isPath = address.startsWith('/');
    const target = resolveTarget(isPath ? withBase(baseURL, address) : address, {
      origin: publicUrl,
      basePath: baseURL,
      isLink: true,
    });
    switch (target.kind) {
      case 'inside':
        return { href: target.path };
      case 'outside':
        return { href: target.url, rel: 'noopener noreferrer' };
      case 'refused':
        return {};
    }
  };
}
