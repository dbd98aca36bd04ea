import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

type ChooseCoding<Coding extends string> = (
  acceptEncoding: string | string[] | undefined,
) => Coding | 'identity';

/** Chooses the first of the codings, the best first, that a visitor accepts; without one `identity`. */
export function createCodingChoice<Coding extends string>(codings: readonly Coding[]): ChooseCoding<Coding> {
  /** Browsers send a handful of different headers. */
  const chosen = new LRUCache<string, Coding | 'identity'>({ max: 100 });
  return function chooseCoding(acceptEncoding) {
    if (typeof acceptEncoding !== 'string') return 'identity';
    const cached = chosen.get(acceptEncoding);
    if (cached !== undefined) return cached;
    const headers = { 'accept-encoding': acceptEncoding };
    const accepted = new Negotiator({ headers }).encodings([...codings]);
    const coding = codings.find((name) => accepted.includes(name)) ?? 'identity';
    chosen.set(acceptEncoding, coding);
    return coding;
  };
}
