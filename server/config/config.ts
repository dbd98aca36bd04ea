import path from 'node:path';
import {
  createEnvParser,
  parseApiUrl,
  parseBasePath,
  parseContact,
  parseDomains,
  parseHub,
  parseIndexNowKey,
  parseIssuer,
  parseNetworks,
  parseOrigin,
  parseProcesses,
  parseTrustProxy,
  type EnvParser,
  type Environment,
} from './config-values.ts';
import { readDatabase, type DatabaseConfig } from './config-database.ts';
import { findEdgeProblem, readEdge, type EdgeConfig } from './config-edge.ts';
import { readMedia, type MediaConfig } from './config-media.ts';
import { dayMs, hourMs, minuteMs } from '../base/durations.ts';
import { OperatorError } from '../base/errors.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  host: string;
  port: number;
  /** How many processes serve; above 1 another one looks after them. */
  processes: number;
  /** Origin without a trailing slash; null: canonical addresses stay relative. */
  publicUrl: string | null;
  /** Browsers keep to https at the subdomains of the site's host too. */
  hstsSubdomains: boolean;
  /** Contact for reports of vulnerabilities: `mailto:` or `https:`. Null: none is published. */
  securityContact: string | null;
  /** Whether search engines may find the site. */
  isIndexable: boolean;
  /** Null: search engines are not notified of changes. */
  indexNow: IndexNowConfig | null;
  /** Starts and ends with a slash. */
  basePath: string;
  /** Value of Express's `trust proxy`: false, a number of hops, or addresses and subnets. */
  trustProxy: false | number | string[];
  database: DatabaseConfig;
  /** Absolute path of the folder for the database file, and for media unless they are elsewhere. */
  dataDir: string;
  media: MediaConfig;
  logLevel: LogLevel;
  /** Threshold in ms above which queries and pages are logged as slow; 0: never. */
  slowQueryMs: number;
  slowPageMs: number;
  /** Address of the Prometheus endpoint; null: no endpoint. */
  metrics: { host: string; port: number } | null;
  /** Addresses and subnets that may know how the site is: `loopback`, `127.0.0.0/8`. */
  operatorNetworks: readonly string[];
  sampleContent: 'auto' | 'off';
  /** URL of an Iconify API, for collections that are not installed; ends with a slash. Null: not used. */
  iconApiUrl: string | null;
  /** URL of a WebSub hub, notified of new articles and products. Null: none. */
  webSubHub: string | null;
  /** How long the files of earlier builds are kept for pages that are still open. */
  assetRetentionDays: number;
  sessionLifetimes: SessionLifetimes;
  /** Null: there is no button for it. */
  google: GoogleConfig | null;
  /** Room for finished pages in memory; 0: each page is rendered anew. */
  pageStoreBytes: number;
  /** Rules for a cache in front; null: it must revalidate each page. */
  edge: EdgeConfig | null;
  /** Longest time for loading and rendering a page; then the request fails. */
  renderDeadlineMs: number;
  /** After SIGTERM: how long requests are still accepted while readiness already says no. */
  shutdownDrainMs: number;
  /** After SIGTERM: when the process ends even if something is still in flight. */
  shutdownDeadlineMs: number;
  /** Development only: pages reload themselves when the server has restarted. */
  liveReload: boolean;
}

interface SessionLifetime {
  /** How long the session lasts without a request. */
  idleMs: number;
  absoluteMs: number;
}

/** `remembered`: the visitor ticked "stay signed in". */
export interface SessionLifetimes {
  short: SessionLifetime;
  remembered: SessionLifetime;
}

export interface GoogleConfig {
  /** `existing`: only accounts that are there; `anyone`: a new one at first use. */
  mode: 'existing' | 'anyone';
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** E-mail domains that may sign in; empty: all. */
  allowedDomains: readonly string[];
}

export interface IndexNowConfig {
  /** With https. */
  publicUrl: string;
  key: string;
  endpoint: string;
}

export class ConfigError extends OperatorError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * The only reader of the environment. An empty variable counts as not set.
 * @throws ConfigError with every problem at once, each naming its variable and an example of a right value.
 */
export function readConfig(env: Environment, cwd = process.cwd()): Config {
  const problems: string[] = [];
  const read = createEnvParser(env, problems);

  const dataDir = path.resolve(cwd, read.text('DATA_DIR', './data'));
  const publicUrl = read.parsed('PUBLIC_URL', null, 'https://www.example.com', parseOrigin);
  const isIndexable = read.choice('ALLOW_INDEXING', 'on', ['on', 'off']) === 'on';
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 3000, { min: 0, max: 65535 }),
    processes: read.parsed('PROCESSES', 1, '2 (1 to 64), or auto for one on each core', parseProcesses),
    publicUrl,
    hstsSubdomains: readHstsSubdomains(read, publicUrl, problems),
    securityContact: read.parsed('SECURITY_CONTACT', null, 'mailto:security@example.com', parseContact),
    isIndexable,
    indexNow: readIndexNow(read, { publicUrl, isIndexable }, problems),
    basePath: read.parsed('BASE_PATH', '/', '/shop/', parseBasePath),
    trustProxy: read.parsed('TRUST_PROXY', false, '1 or 10.0.0.0/8,192.168.1.1', parseTrustProxy),
    database: readDatabase(read, { dataDir, cwd }, problems),
    dataDir,
    media: readMedia(read, problems),
    logLevel: read.choice('LOG_LEVEL', 'info', logLevels),
    slowQueryMs: read.integer('SLOW_QUERY_MS', 250, { min: 0, max: 60_000 }),
    slowPageMs: read.integer('SLOW_PAGE_MS', 1000, { min: 0, max: 60_000 }),
    metrics: readMetrics(read),
    operatorNetworks: read.parsed(
      'OPERATOR_NETWORKS',
      ['loopback'],
      'loopback,10.0.0.0/8 or off',
      parseNetworks,
    ),
    sampleContent: read.choice('SAMPLE_CONTENT', 'auto', ['auto', 'off']),
    assetRetentionDays: read.integer('ASSET_RETENTION_DAYS', 30, { min: 1, max: 3650 }),
    iconApiUrl: read.parsed('ICON_API_URL', null, 'https://api.iconify.design', parseApiUrl),
    webSubHub: read.parsed(
      'WEBSUB_HUB',
      null,
      'https://hub.example.com, with PUBLIC_URL beside it',
      (value) => (publicUrl === null ? undefined : parseHub(value)),
    ),
    sessionLifetimes: {
      short: {
        idleMs: read.integer('SESSION_IDLE_MINUTES', 240, { min: 5, max: 10_000 }) * minuteMs,
        absoluteMs: read.integer('SESSION_HOURS', 24, { min: 1, max: 1_000 }) * hourMs,
      },
      remembered: {
        idleMs: read.integer('REMEMBERED_SESSION_IDLE_DAYS', 30, { min: 1, max: 400 }) * dayMs,
        absoluteMs: read.integer('REMEMBERED_SESSION_DAYS', 90, { min: 1, max: 400 }) * dayMs,
      },
    },
    google: readGoogle(read, publicUrl, problems),
    pageStoreBytes: read.integer('PAGE_STORE_MB', 64, { min: 0, max: 16_384 }) * 1_000_000,
    edge: readEdge(read, problems),
    renderDeadlineMs: read.integer('RENDER_DEADLINE_MS', 10_000, { min: 100, max: 120_000 }),
    shutdownDrainMs: read.integer('SHUTDOWN_DRAIN_MS', 0, { min: 0, max: 60_000 }),
    shutdownDeadlineMs: read.integer('SHUTDOWN_DEADLINE_MS', 10_000, { min: 100, max: 120_000 }),
    liveReload: read.choice('LIVE_RELOAD', 'off', ['on', 'off']) === 'on',
  };
  problems.push(...findEdgeProblem(config.edge, config.pageStoreBytes));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

function readMetrics(read: EnvParser): Config['metrics'] {
  const host = read.text('METRICS_HOST', '127.0.0.1');
  const port = read.parsed('METRICS_PORT', null, '9464 (a whole number from 0 to 65535)', (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined,
  );
  return port === null ? null : { host, port };
}

function readHstsSubdomains(read: EnvParser, publicUrl: string | null, problems: string[]): boolean {
  const isOn = read.choice('HSTS_SUBDOMAINS', 'off', ['on', 'off']) === 'on';
  if (isOn && !publicUrl?.startsWith('https:')) {
    problems.push(
      'HSTS_SUBDOMAINS: it is for a site with https; a right PUBLIC_URL beside it is https://www.example.com',
    );
  }
  return isOn;
}

/** A site that is hidden from search engines does not notify them. */
function readIndexNow(
  read: EnvParser,
  { publicUrl, isIndexable }: Pick<Config, 'publicUrl' | 'isIndexable'>,
  problems: string[],
): IndexNowConfig | null {
  const key = read.parsed('INDEXNOW_KEY', null, '8 to 128 hexadecimal digits', parseIndexNowKey);
  const endpoint = read.parsed('INDEXNOW_ENDPOINT', indexNowEndpoint, indexNowEndpoint, parseIssuer);
  if (key === null) return null;
  if (publicUrl?.startsWith('https:')) return isIndexable ? { publicUrl, key, endpoint } : null;
  problems.push('INDEXNOW_KEY: it is for a site with https; a right PUBLIC_URL is https://www.example.com');
  return null;
}

const indexNowEndpoint = 'https://api.indexnow.org/indexnow';

function readGoogle(read: EnvParser, publicUrl: string | null, problems: string[]): GoogleConfig | null {
  const mode = read.choice('GOOGLE_SIGN_IN', 'off', ['off', 'existing', 'anyone']);
  const clientId = read.text('GOOGLE_CLIENT_ID', '');
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET', '');
  const issuer = read.parsed(
    'OIDC_ISSUER',
    'https://accounts.google.com',
    'https://id.example.com',
    parseIssuer,
  );
  const allowedDomains = read.parsed('GOOGLE_ALLOWED_DOMAINS', [], 'example.com,example.org', parseDomains);
  if (mode === 'off') return null;
  const missing = (name: string, example: string) =>
    problems.push(`${name}: GOOGLE_SIGN_IN=${mode} needs it; a right value is ${example}`);
  if (publicUrl === null) missing('PUBLIC_URL', 'https://www.example.com');
  if (clientId === '') missing('GOOGLE_CLIENT_ID', '1234-abcd.apps.googleusercontent.com');
  if (clientSecret === '') missing('GOOGLE_CLIENT_SECRET', 'what the provider gave out with the client id');
  return { mode, clientId, clientSecret, issuer, allowedDomains };
}
