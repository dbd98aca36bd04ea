import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; 35–90 ms on one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

type Cost = typeof cost;

interface Phc extends Cost {
  salt: Buffer;
  hash: Buffer;
}

/** Runs argon2id somewhere. */
export type Derive = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Runs argon2id on a thread of Node's pool. */
export const deriveInPool: Derive = (parameters) => runArgon2('argon2id', parameters);

const runArgon2 = promisify(argon2);

/** Resolves to a PHC string. */
export async function hashPassword(password: string, derive = deriveInPool): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(parametersFor(password, salt, cost, hashBytes));
  return formatPhc({ ...cost, salt, hash });
}

/**
 * `stored` null is an account that does not exist or has no password: it costs the same work as a wrong one, so that
 * the time of the answer does not tell.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  derive = deriveInPool,
): Promise<boolean> {
  const phc = stored === null ? nobodys : parsePhc(stored);
  const derived = await derive(parametersFor(password, phc.salt, phc, phc.hash.length));
  return timingSafeEqual(derived, phc.hash) && stored !== null;
}

/** Whether it was made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  const { memory, passes } = parsePhc(stored);
  return memory < cost.memory || passes < cost.passes;
}

const nobodys: Phc = { ...cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) };

function parametersFor(
  password: string,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Argon2Parameters {
  return { message: normalisePassword(password), nonce: salt, memory, passes, parallelism, tagLength };
}

/**
 * Far above the longest password, whatever its characters are composed of. 16 kB of combining marks, which a stranger may
 * send, would take 60 ms to compose.
 */
const maxNormalised = 2000;

/** Composes the characters alike, whatever keyboard or input method they come from (NIST SP 800-63B). */
export function normalisePassword(password: string): string {
  return password.length > maxNormalised ? password : password.normalize('NFKC');
}

function formatPhc({ memory, passes, parallelism, salt, hash }: Phc): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function parsePhc(text: string): Phc {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  if (match === null) throw new Error('a stored password hash is not an argon2id PHC string');
  const [, memory, passes, parallelism, salt = '', hash = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
