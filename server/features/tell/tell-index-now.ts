import { withBase } from '#shared/paths.ts';
import type { IndexNowConfig } from '#server/config.ts';
import { tell, type Told } from '#server/http/tell.ts';

export interface IndexNowSite {
  indexNow: IndexNowConfig;
  basePath: string;
}

/** Where the key proves that who tells is who answers: in the site's own folder, so that it holds below a base path too. */
export function keyPath({ key }: Pick<IndexNowConfig, 'key'>): string {
  return `/${key}.txt`;
}

/** Tells search engines once that these pages have changed. */
export function tellIndexNow(
  { indexNow, basePath }: IndexNowSite,
  urls: readonly string[],
  fetch: typeof globalThis.fetch,
): Promise<Told> {
  const { publicUrl } = indexNow;
  const body = JSON.stringify({
    host: new URL(publicUrl).host,
    key: indexNow.key,
    keyLocation: publicUrl + withBase(basePath, keyPath(indexNow)),
    urlList: urls,
  });
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return tell(indexNow.endpoint, { headers, body }, fetch);
}
