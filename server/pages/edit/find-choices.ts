import type { Kysely } from 'kysely';
import type { Choice, Choices } from '#client/edit/form/field-control.tsx';
import { listCategories } from '#server/features/products/product-queries.ts';
import { createReader } from '#server/freshness/reader.ts';
import type { Schema } from '#server/db/schema.ts';
import { columnsOf, editForms } from '#shared/editing/edit-forms.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';

const maxChoices = 500;
/** What is due later has its category already. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** Suggestions for the fields of a form: the newest, where there are many. Others can be typed. */
export async function findChoices(
  db: Kysely<Schema>,
  kind: EditKind | 'site',
  content: FormContent | null = null,
): Promise<Choices> {
  const none: Choices = {
    ...{ authors: [], hasMoreAuthors: false, products: [], featured: [] },
    ...{ media: [], categories: [], titles: new Map() },
  };
  const media = await db
    .selectFrom('media')
    .select('path')
    .where('content_type', 'like', 'image/%')
    .orderBy('path')
    .limit(maxChoices)
    .execute();
  const choices = { ...none, media: media.map(({ path }) => path) };
  if (kind === 'articles') {
    const authors = await findNewest(db, 'authors', maxChoices + 1);
    return {
      ...choices,
      authors: authors.slice(0, maxChoices).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      hasMoreAuthors: authors.length > maxChoices,
      products: await findNewest(db, 'products', maxChoices),
      titles: await findTitles(db, content),
    };
  }
  if (kind === 'products') {
    const reader = createReader({ db, now: endOfTime, basePath: '/' });
    return { ...choices, categories: await listCategories(reader) };
  }
  if (kind !== 'site') return choices;
  const articles = await findNewest(db, 'articles', maxChoices / 2);
  return { ...choices, featured: [...articles, ...(await findNewest(db, 'products', maxChoices / 2))] };
}

function findNewest(db: Kysely<Schema>, kind: EditKind, limit: number): Promise<Choice[]> {
  return (
    db
      .selectFrom('entries')
      .select(['id', 'title as label'])
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      // An author who was never published cannot be named yet.
      .$if(kind === 'authors', (query) => query.where('state', '=', 'published'))
      .orderBy('changed_at', 'desc')
      .orderBy('key', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Titles of what an article's form names, by kind and id: whoever typed an id sees whose it is. */
async function findTitles(
  db: Kysely<Schema>,
  content: FormContent | null,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const [type, kind] of [
    ['author', 'authors'],
    ['product', 'products'],
  ] as const) {
    const ids = editForms.articles.flatMap((field) => {
      const value = content?.values[field.name] ?? '';
      if (typeof value === 'string') return field.type === type ? [value] : [];
      const isNaming = columnsOf(field).some((column) => column.type === type && column.name === '');
      return isNaming ? value.map((row) => row[''] ?? '') : [];
    });
    if (ids.length === 0) continue;
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'title'])
      .where('kind', '=', kind)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    for (const { id, title } of rows) titles.set(`${type} ${id}`, title);
  }
  return titles;
}
