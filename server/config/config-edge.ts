import type { EnvParser } from './config-values.ts';

export interface EdgeConfig {
  /** For how long a cache in front answers without asking. */
  maxAgeSeconds: number;
  /** Null: the cache is not purged and asks again after that time. */
  purge: PurgeConfig | null;
}

export interface PurgeConfig {
  /** Purge addresses of the caches in front. */
  urls: readonly string[];
  /** Secret with which each request is signed. */
  secret: string;
  /** Additional header, for services that identify the caller by it. */
  header: readonly [name: string, value: string] | null;
  /** The most keys in one request. */
  maxKeys: number;
}

/** Reads the settings of caches in front. Null: they revalidate each page every time. */
export function readEdge(read: EnvParser, problems: string[]): EdgeConfig | null {
  const maxAgeSeconds = read.integer('CDN_MAX_AGE', 0, { min: 0, max: 31_536_000 });
  const purge = readPurge(read, problems);
  if (maxAgeSeconds > 0) return { maxAgeSeconds, purge };
  if (purge !== null)
    problems.push('PURGE_URL: without CDN_MAX_AGE nothing is kept in front; a right CDN_MAX_AGE is 3600');
  return null;
}

/** A cache in front may keep only pages that the page store keeps: their dependencies are known. */
export function findEdgeProblem(edge: EdgeConfig | null, pageStoreBytes: number): string[] {
  const isWrong = edge !== null && pageStoreBytes === 0;
  return isWrong ? ['CDN_MAX_AGE: it needs the store of pages; a right PAGE_STORE_MB beside it is 64'] : [];
}

function readPurge(read: EnvParser, problems: string[]): PurgeConfig | null {
  const urls = read.parsed('PURGE_URL', [], 'http://127.0.0.1:6081/.edge/purge', parsePurgeUrls);
  // Read as texts: a message about a secret does not repeat it.
  const secret = read.text('PURGE_SECRET', '');
  const header = parseHeader(read.text('PURGE_HEADER', ''));
  const maxKeys = read.integer('PURGE_MAX_KEYS', 250, { min: 1, max: 1000 });
  if (header === undefined)
    problems.push('PURGE_HEADER: its value is not understood; a right value is X-Purge-Key: SECRET');
  if (urls.length === 0) return null;
  if (secret.length < minSecretLength)
    problems.push(
      `PURGE_SECRET: PURGE_URL needs it, with at least ${minSecretLength} characters; openssl rand -hex 24 makes a right one`,
    );
  return { urls, secret, header: header ?? null, maxKeys };
}

const minSecretLength = 24;

function parsePurgeUrls(value: string): string[] | undefined {
  const urls = value.split(',').map((url) => url.trim());
  const isRight = (url: string) => {
    if (!URL.canParse(url)) return false;
    const { protocol, hash, username, password } = new URL(url);
    return /^https?:$/.test(protocol) && hash === '' && username === '' && password === '';
  };
  return urls.every(isRight) && new Set(urls).size === urls.length ? urls : undefined;
}

/** Null: there is none. */
function parseHeader(line: string): PurgeConfig['header'] | undefined {
  if (line === '') return null;
  const [, name, value] = /^([\w-]{1,60}):\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : [name, value];
}
