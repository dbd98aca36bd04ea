import type { Kysely } from 'kysely';
import { findTreeMistake, maxLevels, readCategoryRows } from '#server/content/category-tree.ts';
import type { ContentEntry } from '#server/content/kinds/content-kind.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import type { Schema } from '#server/db/schema.ts';
import { createSimilarNames } from '#server/search/text/similar-names.ts';
import type { ContentFolder } from './content-folder.ts';
import type { Move } from './find-moves.ts';

/**
 * Checks the tree that the categories of the folder make together with those that are stored; `db` is null when the
 * folder alone will be there.
 */
export async function checkTree(
  { entries: { categories } }: ContentFolder,
  db: Kysely<Schema> | null,
  moved: readonly Move[],
): Promise<Problem[]> {
  if (categories.length === 0) return [];
  const nowCalled = new Map(
    moved.flatMap(({ kind, from, to }) => (kind === 'categories' ? [[from, to] as const] : [])),
  );
  const called = (id: string) => nowCalled.get(id) ?? id;
  const parents = new Map<string, string | null>();
  for (const { id, parentId } of (db && (await readCategoryRows(db)))?.values() ?? [])
    parents.set(called(id), parentId && called(parentId));
  for (const { id, row } of categories) parents.set(id, parentOf(row));
  const files = new Map(categories.map((entry) => [entry.id, entry]));
  const problems: Problem[] = [];
  for (const id of parents.keys()) {
    const mistake = findTreeMistake(id, (step) => parents.get(step));
    const entry = mistake && findFile(files, parents, id);
    if (!entry) continue;
    const place = { file: entry.file, line: entry.references.find(({ by }) => by === 'parent')?.line ?? 1 };
    problems.push(
      mistake === 'loop'
        ? {
            ...place,
            wrong: `parent leads back to ${id} itself`,
            right: 'name a category that is not below this one, or leave parent out',
          }
        : {
            ...place,
            wrong: `parent puts ${id} below level ${maxLevels}`,
            right: `name a category nearer to the top: there are at most ${maxLevels} levels`,
          },
    );
  }
  return problems;
}

function parentOf({ parent_id: parent }: ContentEntry['row']): string | null {
  return typeof parent === 'string' ? parent : null;
}

/** The file that puts a category where it is: its own, or that of the nearest one above it. */
function findFile(
  files: ReadonlyMap<string, ContentEntry>,
  parents: ReadonlyMap<string, string | null>,
  id: string,
): ContentEntry | null {
  const above = [id];
  for (let next = parents.get(id); next && !above.includes(next); next = parents.get(next)) above.push(next);
  return above.map((step) => files.get(step)).find((entry) => entry !== undefined) ?? null;
}

/** Texts of products that read like another category, once each: somebody may have meant that one. */
export async function findSimilarCategories(
  { entries: { categories, products } }: ContentFolder,
  db: Kysely<Schema> | null,
): Promise<Problem[]> {
  const rows = db === null ? [] : [...(await readCategoryRows(db)).values()];
  const known = new Map<string, string>();
  for (const { id, name } of rows) known.set(id, name);
  for (const { id, row } of categories) known.set(id, String(row['name']));
  const names = createSimilarNames(
    [...known].flatMap(([id, name]) => [
      { id, name },
      { id, name: id },
    ]),
  );
  const texts = Map.groupBy(
    products.flatMap(({ file, references }) =>
      references.flatMap(({ id, line, isOpen }) => (isOpen ? [{ file, line, id }] : [])),
    ),
    ({ id }) => id,
  );
  const problems: Problem[] = [];
  // The text of most products comes first: it is the one that is meant.
  for (const [text, places] of [...texts].toSorted(([, a], [, b]) => b.length - a.length)) {
    const similar = known.has(text) ? null : names.find(text);
    if (!known.has(text)) names.add({ id: text, name: text });
    const [first] = places;
    if (similar === null || first === undefined) continue;
    const more = places.length === 1 ? '' : `, as in ${places.length - 1} more`;
    problems.push({
      file: first.file,
      line: first.line,
      wrong: `category ${text} reads like ${similar.id}${similar.name === similar.id ? '' : ` (${similar.name})`}${more}`,
      right: `write ${similar.id}, or another name`,
    });
  }
  return problems;
}
