import type { Kysely } from 'kysely';
import type { Choices } from '#client/edit/form/field-control.tsx';
import { listCategories } from '#server/features/products/product-queries.ts';
import { createReader } from '#server/freshness/reader.ts';
import type { Schema } from '#server/db/schema.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';

const maxChoices = 500;
/** What is due later has its category already. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/** What the fields of a form suggest: the newest, where there are many. */
export async function findChoices(db: Kysely<Schema>, kind: EditKind | 'site'): Promise<Choices> {
  const none: Choices = { authors: [], products: [], media: [], categories: [] };
  const media = await db
    .selectFrom('media')
    .select('path')
    .where('content_type', 'like', 'image/%')
    .orderBy('path')
    .limit(maxChoices)
    .execute();
  const choices = { ...none, media: media.map(({ path }) => path) };
  if (kind === 'articles') {
    const authors = await db
      .selectFrom('authors')
      .select(['id', 'name as label'])
      .orderBy('id')
      .limit(maxChoices)
      .execute();
    const products = await db
      .selectFrom('entries')
      .select(['id', 'title as label'])
      .where('kind', '=', 'products')
      .where('deleted_at', 'is', null)
      .orderBy('changed_at', 'desc')
      .orderBy('key', 'desc')
      .limit(maxChoices)
      .execute();
    return { ...choices, authors, products };
  }
  if (kind === 'products') {
    const reader = createReader({ db, now: endOfTime, basePath: '/' });
    return { ...choices, categories: await listCategories(reader) };
  }
  return choices;
}
