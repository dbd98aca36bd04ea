import { isMap, isNode, isScalar, isSeq, type Document } from 'yaml';

type Path = readonly (string | number)[];

/** Positions of the keys and values of a document, found in one walk, so that each problem can name its line. */
export interface Places {
  /** Position of the deepest part of the path that exists: a missing key is reported at its parent. */
  offsetOf(path: Path): number | null;
  /** The value of a scalar, the node of a list or map; undefined when it is missing. */
  valueAt(path: Path): unknown;
}

interface Place {
  offset: number;
  node: unknown;
}

export function findPlaces(document: Document): { places: Places; repeated: number[] } {
  const places = new Map<string, Place>();
  /** Offsets of keys that stand in their map already. */
  const repeated: number[] = [];

  function keep(path: string, node: unknown, offset: number | undefined): void {
    if (offset !== undefined) places.set(path, { offset, node });
    walk(node, path);
  }

  function walk(node: unknown, path: string): void {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const place = step(path, String(key.value));
        if (places.has(place)) repeated.push(key.range?.[0] ?? 0);
        else keep(place, value, key.range?.[0]);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries())
        keep(step(path, index), item, isNode(item) ? item.range?.[0] : undefined);
    }
  }

  walk(document.contents, '');
  const placeAt = (path: Path) => places.get(path.reduce<string>(step, ''));
  return {
    places: {
      offsetOf(path) {
        for (let length = path.length; length > 0; length -= 1) {
          const place = placeAt(path.slice(0, length));
          if (place) return place.offset;
        }
        return null;
      },
      valueAt(path) {
        const node = placeAt(path)?.node;
        return isScalar(node) ? node.value : node;
      },
    },
    repeated,
  };
}

/** The path of a key within the one that holds it. No text of a file holds a NUL. */
function step(path: string, key: string | number): string {
  return `${path}\0${key}`;
}
