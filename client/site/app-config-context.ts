import { createContext, use } from 'react';
import type { AppConfig } from '#shared/app-config.ts';
import { withBase } from '#shared/paths.ts';

export const AppConfigContext = createContext<AppConfig>({ baseURL: '/', buildId: '', publicUrl: null });

/** Makes addresses of site paths, for `href`. */
export function useHref(): (path: string) => string {
  const { baseURL } = use(AppConfigContext);
  return (path) => withBase(baseURL, path);
}
