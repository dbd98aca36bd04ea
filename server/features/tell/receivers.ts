import type { Config } from '#server/config/config.ts';
import { indexNow } from './index-now.ts';
import type { Receiver } from './teller.ts';
import { webSub } from './web-sub.ts';

/** Everybody whom the settings name. */
export function receiversOf({
  webSubHub,
  publicUrl,
  basePath,
  indexNow: search,
}: Pick<Config, 'webSubHub' | 'publicUrl' | 'basePath' | 'indexNow'>): Receiver[] {
  const origin = publicUrl;
  return [
    ...(webSubHub !== null && origin !== null ? [webSub(webSubHub, { origin, basePath })] : []),
    ...(search === null ? [] : [indexNow(search, basePath)]),
  ];
}
