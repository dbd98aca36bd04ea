import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons';
import { quicklyValidateIconSet } from '@iconify/utils/lib/icon-set/validate-basic';
import type { IconRequest } from './icon-request.ts';
import type { IconSet } from './icon-set.ts';

/** The build copies them from their packages. */
export const installedCollections: readonly string[] = ['lucide', 'simple-icons'];

export interface InstalledCollections {
  has(collection: string): boolean;
  /** Resolves to null when the collection has none of the icons. */
  find(request: IconRequest): Promise<IconSet | null>;
}

/** The collections that are part of the server: `dir` holds a folder for each with its `icons.json`. */
export function openInstalledCollections(dir: string): InstalledCollections {
  // Read on first use, then kept: simple-icons takes 20 ms and 8 MB.
  const sets = new Map<string, Promise<IconSet>>();

  function open(collection: string): Promise<IconSet> {
    const kept = sets.get(collection);
    if (kept) return kept;
    const set = readSet(path.join(dir, collection, 'icons.json'));
    sets.set(collection, set);
    set.catch(() => sets.delete(collection));
    return set;
  }

  return {
    has: (collection) => installedCollections.includes(collection),
    async find({ collection, names }) {
      const set = await open(collection);
      // Own properties only: to a plain lookup every set has an icon "constructor".
      const isKnown = (name: string) =>
        Object.hasOwn(set.icons, name) || Object.hasOwn(set.aliases ?? {}, name);
      const missing = names.filter((name) => !isKnown(name));
      const present = getIcons(set, names.filter(isKnown));
      return present && { ...present, ...(missing.length > 0 && { not_found: missing }) };
    },
  };
}

async function readSet(file: string): Promise<IconSet> {
  const set = quicklyValidateIconSet(JSON.parse(await readFile(file, 'utf8')));
  if (set === null) throw new Error(`${file} is not an icon set`);
  return set;
}
