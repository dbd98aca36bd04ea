import { createServer, get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { findFreePort } from '#scripts/tools/free-port.ts';
import { openVarnish, type Varnish } from '#scripts/tools/open-varnish.ts';
import { openSite, type TestSite } from './site.ts';

export interface EdgeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<EdgeAnswer>;

/** A site behind a Varnish with the rules that operators get. */
export interface EdgeSite {
  site: TestSite;
  varnish: Varnish;
  /** Asks Varnish. */
  ask: Ask;
  /** The requests that have reached the site, without those that ask whether it is there. */
  reached: string[];
  /** The process ends, and another begins over the same database. */
  restartSite(): Promise<void>;
  /** The process ends. */
  stopSite(): Promise<void>;
}

type SiteOptions = Parameters<typeof openSite>[0] & {};

export async function openEdgeSite(
  { env, ...options }: SiteOptions = {},
  varnishOptions: readonly string[] = [],
): Promise<EdgeSite> {
  const port = await findFreePort();
  const varnish = await openVarnish(port, varnishOptions);
  onTestFinished(() => varnish.remove());
  const reached: string[] = [];
  const settings = { CDN_MAX_AGE: '3600', ...varnish.env, ...env };
  const { files, ...lasting } = options;
  let running = await startSite({ ...lasting, ...(files && { files }) });

  async function startSite(given: SiteOptions) {
    const site = await openSite({ ...given, env: settings });
    const server = createServer((request, response) => {
      if (request.url !== '/healthz') reached.push(`${request.method} ${request.url}`);
      site.app(request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const stop = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await site.services.close();
    };
    onTestFinished(() => void server.close());
    return { site, stop };
  }

  const edgeSite: EdgeSite = {
    get site() {
      return running.site;
    },
    varnish,
    ask: (path, headers, method) => ask(varnish.origin + path, headers, method),
    reached,
    async restartSite() {
      await running.stop();
      const { database } = running.site.services.config;
      running = await startSite({ ...lasting, database });
    },
    stopSite: () => running.stop(),
  };
  await varnish.start();
  return edgeSite;
}

/** Of an answer by Varnish: whether it had it. */
export function isHit({ headers }: EdgeAnswer): boolean {
  return String(headers['server-timing']).includes('edge;desc=hit');
}

/** Without `fetch`, which asks for codings by itself. */
function ask(url: string, headers: Record<string, string> = {}, method: string = 'GET'): Promise<EdgeAnswer> {
  return new Promise((resolve, reject) => {
    const all = { Accept: 'text/html', 'User-Agent': browserAgent, ...headers };
    const request = httpGet(url, { agent: false, headers: all, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
  });
}

export const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
