import { plainName } from './similar-names.ts';

/** By which an article number is looked up: `QY-120 ml` and `qy120ML` are the same. Null when nothing is left of it. */
export function skuKey(text: string): string | null {
  return plainName(text) || null;
}
