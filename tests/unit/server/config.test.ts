import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { temporaryFolder } from '#tests/helpers/databases.ts';

test('an empty environment gives one process with a file under data/', () => {
  expect(readConfig({}, '/srv')).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    processes: 1,
    basePath: '/',
    publicUrl: null,
    trustProxy: false,
    dataDir: '/srv/data',
    database: { engine: 'sqlite', file: '/srv/data/site.db' },
    logLevel: 'info',
    sampleContent: 'auto',
  });
});

const accepted: [name: string, value: string, expected: object][] = [
  ['DATABASE_URL', 'sqlite:./data/x.db', { database: { engine: 'sqlite', file: '/srv/data/x.db' } }],
  ['DATABASE_URL', 'sqlite:/abs/x.db', { database: { file: '/abs/x.db' } }],
  ['DATABASE_URL', 'sqlite:///abs/x.db', { database: { file: '/abs/x.db' } }],
  ['DATABASE_URL', 'file:./x.db', { database: { file: '/srv/x.db' } }],
  [
    'DATABASE_URL',
    'postgres://u:p@h:5432/n',
    { database: { engine: 'postgres', url: 'postgres://u:p@h:5432/n' } },
  ],
  ['DATABASE_URL', 'postgresql://h/n', { database: { engine: 'postgres' } }],
  ['PUBLIC_URL', 'https://tea.example/', { publicUrl: 'https://tea.example' }],
  ['BASE_PATH', '/shop', { basePath: '/shop/' }],
  ['BASE_PATH', '/a/b/', { basePath: '/a/b/' }],
  ['TRUST_PROXY', '1', { trustProxy: 1 }],
  ['METRICS_PORT', '', { metrics: null }],
  ['METRICS_PORT', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
  ['METRICS_HOST', '0.0.0.0', { metrics: null }],
  ['OPERATOR_NETWORKS', '', { operatorNetworks: ['loopback'] }],
  ['OPERATOR_NETWORKS', 'off', { operatorNetworks: [] }],
  [
    'OPERATOR_NETWORKS',
    'loopback, 10.0.0.0/8,fd00::/8,::1',
    { operatorNetworks: ['loopback', '10.0.0.0/8', 'fd00::/8', '::1'] },
  ],
  ['SLOW_QUERY_MS', '0', { slowQueryMs: 0 }],
  ['SLOW_PAGE_MS', '500', { slowPageMs: 500 }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
  ['ICON_API_URL', 'https://icons.example', { iconApiUrl: 'https://icons.example/' }],
  ['ICON_API_URL', 'http://127.0.0.1:8080/v1', { iconApiUrl: 'http://127.0.0.1:8080/v1/' }],
  ['ICON_API_URL', '', { iconApiUrl: null }],
  ['SECURITY_CONTACT', 'mailto:security@tea.example', { securityContact: 'mailto:security@tea.example' }],
  ['SECURITY_CONTACT', 'https://tea.example/security', { securityContact: 'https://tea.example/security' }],
  ['SECURITY_CONTACT', '', { securityContact: null }],
  ['HSTS_SUBDOMAINS', 'off', { hstsSubdomains: false }],
  ['ALLOW_INDEXING', 'off', { isIndexable: false }],
  ['ALLOW_INDEXING', '', { isIndexable: true }],
  ['INDEXNOW_KEY', '', { indexNow: null }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '', { port: 3000 }],
  ['PROCESSES', '1', { processes: 1 }],
  ['PROCESSES', '64', { processes: 64 }],
  ['PROCESSES', 'auto', { processes: Math.min(os.availableParallelism(), 64) }],
];

test.for(accepted)('%s=%s is understood', ([name, value, expected]) => {
  expect(readConfig({ [name]: value }, '/srv')).toMatchObject(expected);
});

test('search engines are told of changes only where the site has a right name for them', () => {
  const key = { INDEXNOW_KEY: '0123456789ABCDEF' };
  const site = { ...key, PUBLIC_URL: 'https://tea.example' };
  expect(readConfig(site).indexNow).toEqual({
    publicUrl: 'https://tea.example',
    key: '0123456789ABCDEF',
    endpoint: 'https://api.indexnow.org/indexnow',
  });
  const other = { INDEXNOW_ENDPOINT: 'https://search.example/indexnow' };
  expect(readConfig({ ...site, ...other }).indexNow?.endpoint).toBe('https://search.example/indexnow');
  expect(readConfig({ ...site, ALLOW_INDEXING: 'off' }).indexNow).toBeNull();
  for (const url of [{}, { PUBLIC_URL: 'http://tea.example' }])
    expect(() => readConfig({ ...key, ...url })).toThrow(/INDEXNOW_KEY: .*https:\/\/www\.example\.com/);
});

test('a cache in front has a time, and is told of changes with a secret', () => {
  expect(readConfig({}).edge).toBeNull();
  expect(readConfig({ CDN_MAX_AGE: '0' }).edge).toBeNull();
  expect(readConfig({ CDN_MAX_AGE: '60' }).edge).toEqual({ maxAgeSeconds: 60, purge: null });
  const secret = '0123456789abcdef01234567';
  const told = { CDN_MAX_AGE: '60', PURGE_URL: 'http://a:1/x, https://b/y?z', PURGE_SECRET: secret };
  expect(readConfig({ ...told, PURGE_HEADER: 'Authorization: Bearer x=y:z' }).edge?.purge).toEqual({
    urls: ['http://a:1/x', 'https://b/y?z'],
    secret,
    header: ['Authorization', 'Bearer x=y:z'],
    maxKeys: 250,
  });
});

const wrongEdges: [env: Record<string, string>, problem: RegExp][] = [
  [{ CDN_MAX_AGE: '-1' }, /CDN_MAX_AGE: .*a whole number from 0/],
  [{ CDN_MAX_AGE: '60', PAGE_STORE_MB: '0' }, /CDN_MAX_AGE: it needs the store of pages.*PAGE_STORE_MB/],
  [{ CDN_MAX_AGE: '60', PURGE_URL: 'http://a/' }, /PURGE_SECRET: PURGE_URL needs it.*openssl/],
  [{ CDN_MAX_AGE: '60', PURGE_URL: 'http://a/', PURGE_SECRET: 'short-secret' }, /at least 24 characters/],
  [{ CDN_MAX_AGE: '60', PURGE_URL: 'varnish:6081' }, /PURGE_URL: .*127\.0\.0\.1:6081/],
  [{ CDN_MAX_AGE: '60', PURGE_URL: 'http://a/,http://a/' }, /PURGE_URL: /],
  [{ CDN_MAX_AGE: '60', PURGE_URL: 'http://u:p@a/' }, /PURGE_URL: its value is not understood/],
  [{ PURGE_URL: 'http://a/', PURGE_SECRET: 'x'.repeat(24) }, /without CDN_MAX_AGE nothing is kept/],
  [{ PURGE_HEADER: 'secret-without-name' }, /PURGE_HEADER: its value is not understood/],
];

test.for(wrongEdges)('%j is refused, and no secret is repeated', ([env, problem]) => {
  expect(() => readConfig(env)).toThrow(problem);
  expect(() => readConfig(env)).not.toThrow(/short-secret|secret-without|u:p/);
});

test('a WebSub hub needs the name of the site beside it', () => {
  const hub = { WEBSUB_HUB: 'https://hub.example/publish?x=1' };
  expect(readConfig({ ...hub, PUBLIC_URL: 'https://tea.example' }).webSubHub).toBe(hub.WEBSUB_HUB);
  expect(readConfig({}).webSubHub).toBeNull();
  expect(() => readConfig(hub)).toThrow('PUBLIC_URL');
  for (const wrong of [
    'hub.example',
    'ftp://hub.example/',
    'https://u:p@hub.example/',
    'https://hub.example/#a',
  ])
    expect(() => readConfig({ WEBSUB_HUB: wrong, PUBLIC_URL: 'https://tea.example' })).toThrow('WEBSUB_HUB');
});

const refused: [name: string, value: string][] = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://h/n'],
  ['DATABASE_URL', 'postgres://h'],
  ['DATABASE_LISTEN_URL', 'database:5432'],
  ['DATABASE_REPLICA_URL', 'sqlite:./copy.db'],
  ['PUBLIC_URL', 'tea.example'],
  ['PUBLIC_URL', 'https://tea.example/shop'],
  ['PUBLIC_URL', 'ftp://tea.example'],
  ['BASE_PATH', 'shop'],
  ['BASE_PATH', '/a//b/'],
  ['BASE_PATH', '/../'],
  ['SECURITY_CONTACT', 'security@tea.example'],
  ['SECURITY_CONTACT', 'mailto:security'],
  ['SECURITY_CONTACT', 'http://tea.example/security'],
  ['SECURITY_CONTACT', 'mailto:a@tea.example\nContact: mailto:b@tea.example'],
  ['HSTS_SUBDOMAINS', 'yes'],
  ['ALLOW_INDEXING', 'false'],
  ['INDEXNOW_KEY', '1234567'],
  ['INDEXNOW_KEY', 'not-hexadecimal'],
  ['INDEXNOW_ENDPOINT', 'http://api.example/indexnow'],
  ['ICON_API_URL', 'icons.example'],
  ['ICON_API_URL', 'ftp://icons.example'],
  ['ICON_API_URL', 'https://icons.example/?icons='],
  ['ICON_API_URL', 'https://icons.example/#x'],
  ['ICON_API_URL', 'https://user:password@icons.example'],
  ['PROCESSES', '0'],
  ['PROCESSES', '65'],
  ['PROCESSES', '1.5'],
  ['PROCESSES', 'all'],
  ['TRUST_PROXY', 'true'],
  ['METRICS_PORT', 'on'],
  ['METRICS_PORT', '65536'],
  ['OPERATOR_NETWORKS', 'everybody'],
  ['OPERATOR_NETWORKS', '10.0.0.0/33'],
  ['OPERATOR_NETWORKS', '10.0.0.0/8/1'],
  ['SLOW_QUERY_MS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['SAMPLE_CONTENT', 'yes'],
];

test.for(refused)('%s=%s is refused with an example of a right value', ([name, value]) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`${name}: .* is not understood; a right value is .`));
});

test('all subdomains are kept to https only where the site itself is', () => {
  const env = { HSTS_SUBDOMAINS: 'on' };
  expect(readConfig({ ...env, PUBLIC_URL: 'https://tea.example' }).hstsSubdomains).toBe(true);
  for (const url of [{}, { PUBLIC_URL: 'http://tea.example' }])
    expect(() => readConfig({ ...env, ...url })).toThrow(/HSTS_SUBDOMAINS: .*https:\/\/www\.example\.com/);
});

test('PostgreSQL may be listened to and read at other addresses, and only PostgreSQL', () => {
  const env = { DATABASE_LISTEN_URL: 'postgres://u:hunter2@a/n', DATABASE_REPLICA_URL: 'postgres://b/n' };
  expect(readConfig({ DATABASE_URL: 'postgres://pooler/n', ...env }).database).toEqual({
    engine: 'postgres',
    url: 'postgres://pooler/n',
    poolSize: 10,
    listenUrl: env.DATABASE_LISTEN_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
  });
  const read = () => readConfig(env);
  expect(read).toThrow(/DATABASE_LISTEN_URL: it is for PostgreSQL; a right DATABASE_URL/);
  expect(read).toThrow(/DATABASE_REPLICA_URL: it is for PostgreSQL/);
  expect(() => readConfig({ DATABASE_LISTEN_URL: 'u:hunter2' })).toThrow(/^(?![\s\S]*hunter2)/);
});

test('every problem is told at once', () => {
  const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'y', BASE_PATH: 'z' });
  expect(read).toThrow(/3 problem\(s\)[\s\S]*PORT[\s\S]*BASE_PATH[\s\S]*LOG_LEVEL/);
});

test('a refused connection string is not repeated, for its password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/n' })).toThrow(/^(?![\s\S]*hunter2)/);
});

test('a value may come from the file that NAME_FILE names', () => {
  const file = path.join(temporaryFolder(), 'secret');
  writeFileSync(file, 'postgres://u:p@h/n\n');
  expect(readConfig({ DATABASE_URL_FILE: file }).database).toMatchObject({ url: 'postgres://u:p@h/n' });
  expect(() => readConfig({ DATABASE_URL_FILE: '/none' })).toThrow(/DATABASE_URL_FILE: cannot read "\/none"/);
});

describe('signing in with Google', () => {
  const whole = {
    GOOGLE_SIGN_IN: 'existing',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'canary-secret',
    PUBLIC_URL: 'https://www.example.com',
  };

  it('is off unless asked for, and then needs all its settings', () => {
    expect(readConfig({ ...whole, GOOGLE_SIGN_IN: '' }).google).toBeNull();
    expect(readConfig(whole).google).toEqual({
      mode: 'existing',
      clientId: 'id',
      clientSecret: 'canary-secret',
      issuer: 'https://accounts.google.com',
      allowedDomains: [],
    });
    expect(() => readConfig({ GOOGLE_SIGN_IN: 'anyone' })).toThrow(
      /PUBLIC_URL[\s\S]*GOOGLE_CLIENT_ID[\s\S]*GOOGLE_CLIENT_SECRET/,
    );
  });

  it.each([
    ['GOOGLE_SIGN_IN', 'on'],
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_ISSUER', 'https://user@id.example.com'],
    ['OIDC_ISSUER', 'accounts.google.com'],
    ['GOOGLE_ALLOWED_DOMAINS', 'example'],
    ['GOOGLE_ALLOWED_DOMAINS', 'example.com;example.org'],
    ['SESSION_HOURS', '0'],
    ['REMEMBERED_SESSION_DAYS', '9999'],
  ])('refuses %s=%s by name, without a secret', (name, value) => {
    const read = () => readConfig({ ...whole, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('canary');
  });
});
