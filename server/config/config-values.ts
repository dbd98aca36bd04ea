import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;
export type EnvParser = ReturnType<typeof createEnvParser>;

/** Reads variables one by one, and adds a message for each invalid one to the problems. */
export function createEnvParser(env: Environment, problems: string[]) {
  function text(name: string, fallback: string): string {
    return rawValue(env, name, problems) ?? fallback;
  }

  function parsed<T>(name: string, fallback: T, example: string, parse: (value: string) => T | undefined): T {
    const value = rawValue(env, name, problems);
    if (value === undefined) return fallback;
    const result = parse(value);
    if (result !== undefined) return result;
    // An address may hold a password: the message must not repeat it.
    const shown = name.startsWith('DATABASE_') || value.includes('@') ? 'its value' : JSON.stringify(value);
    problems.push(`${name}: ${shown} is not understood; a right value is ${example}`);
    return fallback;
  }

  function integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    return parsed(name, fallback, `${fallback} (a whole number from ${min} to ${max})`, (value) => {
      const number = /^\d+$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? number : undefined;
    });
  }

  function choice<const T extends string>(name: string, fallback: T, values: readonly T[]): T {
    return parsed(name, fallback, values.join(' or '), (value) => values.find((v) => v === value));
  }

  return { text, parsed, integer, choice };
}

/** `NAME`, or the content of the file that `NAME_FILE` names, as container secrets are mounted. */
function rawValue(env: Environment, name: string, problems: string[]): string | undefined {
  const direct = env[name]?.trim();
  if (direct) return direct;
  const file = env[`${name}_FILE`]?.trim();
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    problems.push(
      `${name}_FILE: cannot read ${JSON.stringify(file)}; a right value is /run/secrets/${name.toLowerCase()}`,
    );
    return undefined;
  }
}

// Parsers of single variables; undefined: the value is invalid.

export function parseOrigin(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isOrigin && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

const maxProcesses = 64;

export function parseProcesses(value: string): number | undefined {
  if (value === 'auto') return Math.min(os.availableParallelism(), maxProcesses);
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= maxProcesses ? number : undefined;
}

export function parseContact(value: string): string | undefined {
  const isAddress = /^mailto:[^\s@]+@[^\s@]+$/.test(value) || /^https:\/\/\S+$/.test(value);
  return isAddress && URL.canParse(value) ? value : undefined;
}

/** OpenID Connect is https; a provider on this machine is for tests. */
export function parseIssuer(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback);
  return isSafe && search === '' && hash === '' && username === '' ? value : undefined;
}

/** A key must be hard to guess, which the protocol does not demand. */
export function parseIndexNowKey(value: string): string | undefined {
  return /^[\da-f]{8,128}$/i.test(value) ? value : undefined;
}

export function parseDomains(value: string): string[] | undefined {
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase());
  return domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) ? domains : undefined;
}

export function parseApiUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** URL of a hub, with a path and perhaps a query. */
export function parseHub(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hash, username, password, href } = new URL(value);
  const isPlain = hash === '' && username === '' && password === '';
  return isPlain && /^https?:$/.test(protocol) ? href : undefined;
}

export function parseBasePath(value: string): string | undefined {
  if (!/^\/(?:[A-Za-z0-9._~-]+\/)*[A-Za-z0-9._~-]*$/.test(value) || /(^|\/)\.\.?(\/|$)/.test(value))
    return undefined;
  return value.endsWith('/') ? value : `${value}/`;
}

/** Networks of the operators; `off`: none. */
export function parseNetworks(value: string): string[] | undefined {
  if (value === 'off') return [];
  const networks = value.split(',').map((network) => network.trim());
  return networks.every((network) => network === 'loopback' || isNetwork(network)) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    longest > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

export function parseTrustProxy(value: string): false | number | string[] | undefined {
  if (value === 'off') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  const isAddress = (entry: string) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(entry) || named.includes(entry);
  return entries.every(isAddress) ? entries : undefined;
}

/** `cwd`: base of a relative file path. */
export function parseDatabaseUrl(value: string, cwd: string) {
  const sqlite = /^(?:sqlite|file):(?:\/\/(?=\/))?(.+)$/.exec(value);
  if (sqlite?.[1]) return { engine: 'sqlite' as const, file: path.resolve(cwd, sqlite[1]) };
  const url = parsePostgresUrl(value);
  return url === undefined ? undefined : { engine: 'postgres' as const, url, poolSize: 10 };
}

export const postgresExample = 'postgres://user:password@host:5432/name';

export function parsePostgresUrl(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  return new URL(value).pathname.length > 1 ? value : undefined;
}
