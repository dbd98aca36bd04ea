import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { sendRequest } from '#scripts/tools/requests/send-request.ts';
import { allIsTold } from './purge-receiver.ts';
import { openSite, type TestSite } from './site.ts';

export interface EdgeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<EdgeAnswer>;

/** A program that stands in front of the site. */
interface Front {
  origin: string;
  /** The settings of the site behind it. */
  env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A site behind a cache with the rules that operators get. */
export interface EdgeSite<Cache extends Front = Front> {
  site: TestSite;
  front: Cache;
  /** Asks the cache. */
  ask: Ask;
  /** Requests that have reached the site, without health checks. */
  reached: string[];
  /** The process ends, and another begins over the same database. */
  restartSite(): Promise<void>;
  /** From now on it answers nothing but whether it is there; or all again. */
  failSite(isFailing: boolean): void;
  /** The process ends. */
  stopSite(): Promise<void>;
}

type SiteOptions = Parameters<typeof openSite>[0] & {};

/** `open` prepares the cache for a site at that port. */
export async function openEdgeSite<Cache extends Front>(
  open: (sitePort: number) => Promise<Cache>,
  { env, ...options }: SiteOptions = {},
): Promise<EdgeSite<Cache>> {
  const port = await findFreePort();
  const front = await open(port);
  onTestFinished(() => front.remove());
  const reached: string[] = [];
  let isFailing = false;
  const settings = { CDN_MAX_AGE: '3600', ...front.env, ...env };
  const { files, ...lasting } = options;
  let running = await startSite({ ...lasting, ...(files && { files }) });

  async function startSite(given: SiteOptions) {
    const site = await openSite({ ...given, env: settings });
    const server = createServer((request, response) => {
      if (request.url !== '/healthz') reached.push(`${request.method} ${request.url}`);
      if (isFailing && request.url !== '/healthz') response.writeHead(503).end('the site fails');
      else site.app(request, response);
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

  const edgeSite: EdgeSite<Cache> = {
    get site() {
      return running.site;
    },
    front,
    ask: (path, headers, method) => ask(front.origin + path, headers, method),
    reached,
    async restartSite() {
      await running.stop();
      const { database } = running.site.services.config;
      running = await startSite({ ...lasting, database });
    },
    failSite: (value) => void (isFailing = value),
    stopSite: () => running.stop(),
  };
  await front.start();
  await allIsTold(running.site);
  return edgeSite;
}

/** Whether Varnish answered from its cache. */
export function isHit({ headers }: EdgeAnswer): boolean {
  return String(headers['server-timing']).includes('edge;desc=hit');
}

async function ask(url: string, headers?: Record<string, string>, method?: string): Promise<EdgeAnswer> {
  const all = { Accept: 'text/html', 'User-Agent': browserAgent, ...headers };
  const answer = await sendRequest(url, { headers: all, ...(method !== undefined && { method }) });
  return { ...answer, body: answer.body.toString() };
}

export const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
