import { getBytes } from '#scripts/tools/requests/http-client.ts';
import type { BenchSite } from '../site/site.ts';
import { startBundled } from './start-bundled.ts';

/** Express with the stored answers of a site that has them, byte for byte. */
export async function startStored(
  site: BenchSite,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<BenchSite> {
  const answers = await Promise.all(
    paths.map(async (address) => [address, await getBytes(`${site.origin}${address}`, headers)] as const),
  );
  const stored = answers.map(
    ([address, { headers: own, body }]) =>
      `${JSON.stringify(address)}: { headers: ${JSON.stringify(own)}, body: Buffer.from(${JSON.stringify(body.toString('base64'))}, 'base64') }`,
  );
  const { 'content-length': _length, ...notModified } = answers[0]?.[1].headers ?? {};
  return startBundled({
    name: 'stored',
    source: `import { serveStored } from './stored-server.ts';
      serveStored({ ${stored.join(',\n')} }, ${JSON.stringify(notModified)});`,
    address: paths[0] ?? '/',
  });
}
