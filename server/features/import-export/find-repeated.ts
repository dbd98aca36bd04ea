import type { Kind } from '#shared/kinds/kind-names.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';

/** Warns of entries of a kind with the same value in a field of which each has its own, such as a product number. */
export function findRepeatedValues(entries: Readonly<Record<Kind, readonly ContentEntry[]>>): Problem[] {
  return Object.values(entries).flatMap((ofKind) => {
    const first = new Map<string, string>();
    return ofKind.flatMap(({ file, own }) =>
      own.flatMap(({ name, text, line }): Problem[] => {
        const place = `${name} ${text}`;
        const other = first.get(place);
        if (other === undefined) first.set(place, file);
        return other === undefined
          ? []
          : [{ file, line, wrong: `${name} is ${text}, which ${other} has too`, right: 'give each its own' }];
      }),
    );
  });
}
