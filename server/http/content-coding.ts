import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const chosen = new LRUCache<string, string>({ max: 200 });

/** The first of the codings, the best first, that the visitor accepts; without one `identity`. */
export function codingFor<Coding extends string>(
  acceptEncoding: string | string[] | undefined,
  codings: readonly Coding[],
): Coding | 'identity' {
  if (typeof acceptEncoding !== 'string') return 'identity';
  // Browsers send a handful of different headers.
  const key = `${codings.join()} ${acceptEncoding}`;
  const known = chosen.get(key);
  if (known !== undefined) return codings.find((name) => name === known) ?? 'identity';
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...codings]);
  const coding = codings.find((name) => accepted.includes(name)) ?? 'identity';
  chosen.set(key, coding);
  return coding;
}
