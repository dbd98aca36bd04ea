import { withBase } from '#shared/address/paths.ts';
import type { AssetManifest } from '#server/asset-manifest.ts';

/** For `Link`: what every page needs before its first byte is parsed; a proxy may send it as 103 Early Hints. */
export function preloadHeader({ styles, entry }: AssetManifest, basePath: string): string {
  const links = [
    ...styles.map((file) => `<${withBase(basePath, `/${file}`)}>; rel=preload; as=style`),
    `<${withBase(basePath, `/${entry}`)}>; rel=modulepreload`,
  ];
  return links.join(', ');
}
