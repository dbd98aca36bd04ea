import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { EditField } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { separators } from '#shared/locale/editors/edit-field-texts.ts';
import type { FieldProblem } from './find-problems.ts';
import { meantValue } from './form-to-document.ts';

/**
 * Lines that look like several tags or categories in one, such as `茶、春茶`. They may be meant so: the sender of the form
 * is asked, unless the name is in use already.
 */
export async function findSeveral(
  db: Kysely<Schema>,
  form: readonly EditField[],
  { values }: FormContent,
  isAnswered: (field: string) => boolean,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const field of form) {
    if (field.type !== 'lines' || isAnswered(field.name)) continue;
    const lines = meantValue(field, values);
    const several = (Array.isArray(lines) ? lines.map(String) : []).filter(
      (line) => line.split(separators).filter((part) => part.trim() !== '').length > 1,
    );
    if (several.length === 0) continue;
    const inUse = await findKnown(db, field.name, several);
    const typed = several.filter((line) => !inUse.has(line)).join('\n');
    if (typed !== '') problems.push({ field: field.name, code: 'several', typed });
  }
  return problems;
}

async function findKnown(db: Kysely<Schema>, field: string, names: string[]): Promise<ReadonlySet<string>> {
  if (field === 'categories') {
    const rows = await db
      .selectFrom('products')
      .select('category')
      .where('category', 'in', names)
      .distinct()
      .execute();
    return new Set(rows.map(({ category }) => category));
  }
  const rows = await db
    .selectFrom('article_tags')
    .select('tag')
    .where('tag', 'in', names)
    .distinct()
    .execute();
  return new Set(rows.map(({ tag }) => tag));
}
