/** Parts of a list: a database takes only so many values in one statement. */
export function* inBatches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
