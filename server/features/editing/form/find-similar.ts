import { sql, type Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { composed } from '#shared/composed.ts';
import { ownValue } from '#shared/own-value.ts';
import { editForms } from '#shared/editing/edit-forms.ts';
import type { FormValues } from '#shared/editing/form-values.ts';
import { readCategoryRows } from '#server/content/category-tree.ts';
import type { Schema } from '#server/db/schema.ts';
import { tags } from '#server/freshness/tags.ts';
import { createSimilarNames } from '#server/search/text/similar-names.ts';
import type { FieldProblem } from './find-problems.ts';

interface NewNames {
  kind: Kind;
  id: string;
  values: FormValues;
  /** It has never been published. */
  isNew: boolean;
}

/** New names of categories that read like another: a product's own, or the name of a new category. */
export async function findSimilar(
  db: Kysely<Schema>,
  { kind, id, values, isNew }: NewNames,
): Promise<FieldProblem[]> {
  const open = editForms[kind].filter(({ isOpen }) => isOpen).map(({ name }) => name);
  const isCategory = kind === 'categories';
  const fields = isCategory && isNew ? [kinds[kind].title] : open;
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const typed = composed(String(ownValue(values, field) ?? '').trim());
    const similar = typed === '' ? null : await findOther(db, typed, isCategory ? id : null);
    if (similar !== null) problems.push({ field, code: 'similar', typed, similar });
  }
  return problems;
}

/** @param ownId The category that is to have the name; null: a product names it. */
async function findOther(
  db: Kysely<Schema>,
  typed: string,
  ownId: string | null,
): Promise<{ id: string; name: string } | null> {
  const rows = await readCategoryRows(db);
  const named = await listNamed(db);
  if (ownId === null && (rows.has(typed) || named.includes(typed))) return null;
  const names = [...rows.values()].flatMap(({ id, name }) => [
    { id, name },
    { id, name: id },
  ]);
  const others = [...names, ...named.map((name) => ({ id: name, name }))].filter(({ id }) => id !== ownId);
  const similar = createSimilarNames(others).find(typed);
  return similar && { id: similar.id, name: rows.get(similar.id)?.name ?? similar.name };
}

/** Ids of the categories that products name. */
async function listNamed(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('list_counts')
    .select(sql<string>`${sql.raw(tags.productsOfCategory.idSql('list'))}`.as('id'))
    .where(sql<boolean>`${sql.raw(tags.productsOfCategory.isInSql('list'))}`)
    .where('count', '>', 0)
    .execute();
  return rows.map(({ id }) => id);
}
