import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { columnsOf, featuredKinds, type EditField } from '#shared/editing/edit-forms.ts';
import { editFieldTexts } from '#shared/locale/editors/edit-field-texts.ts';
import type { FieldProblem } from './find-problems.ts';
import { listEntries } from '../lists/list-entries.ts';

/** A search takes some milliseconds, and a form may name 50 things that are not there. */
const maxSearched = 5;
const maxSuggested = 5;

/** Adds to what names nothing what may be meant, found as the lists of the edit area find it. */
export async function withSuggestions(
  db: Kysely<Schema>,
  form: readonly EditField[],
  problems: readonly FieldProblem[],
): Promise<FieldProblem[]> {
  let searched = 0;
  const suggested: FieldProblem[] = [];
  for (const problem of problems) {
    const isSearched = problem.code === 'unknown' && !('line' in problem) && searched < maxSearched;
    if (isSearched) searched += 1;
    suggested.push(
      isSearched
        ? { ...problem, rather: await suggest(db, fieldAt(form, problem.field), problem.typed ?? '') }
        : problem,
    );
  }
  return suggested;
}

function fieldAt(form: readonly EditField[], place: string): EditField | undefined {
  const field = form.find(({ name }) => place === name || place.startsWith(`${name}.`));
  const column = place.split('.').at(-1);
  const columns = field && columnsOf(field);
  return columns?.find(({ name }) => name === column) ?? columns?.find(({ name }) => name === '') ?? field;
}

async function suggest(db: Kysely<Schema>, field: EditField | undefined, typed: string): Promise<string[]> {
  const search = typed.trim().slice(0, 100);
  if (search === '' || field === undefined) return [];
  if (field.type === 'media')
    return suggestMedia(db, search, field.isDocument ? 'application/pdf' : 'image/%');
  const names: string[] = [];
  for (const kind of kindsNamedBy(field)) {
    const { items } = await listEntries(db, kind, { search, state: null, after: null, now: '' });
    names.push(
      ...items.map(({ id, title }) => (title === '' ? id : editFieldTexts.problem.rather(title, id))),
    );
  }
  return names.slice(0, maxSuggested);
}

function kindsNamedBy({ type, to }: EditField): readonly Kind[] {
  if (type === 'featured') return [...featuredKinds.values()];
  return to === undefined ? [] : [to];
}

async function suggestMedia(db: Kysely<Schema>, search: string, contentType: string): Promise<string[]> {
  const name =
    search
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  if (name === '') return [];
  const pattern = `%${name.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await db
    .selectFrom('media')
    .select('path')
    .where('content_type', 'like', contentType)
    .where(sql<boolean>`path like ${pattern} escape '\\'`)
    .orderBy('path')
    .limit(maxSuggested)
    .execute();
  return rows.map(({ path }) => path);
}
