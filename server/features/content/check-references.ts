import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { ContentFolder, Entry } from './content-folder.ts';
import type { Problem } from './problem.ts';

type Target = 'authors' | 'articles' | 'products' | 'media';

interface Reference {
  target: Target;
  id: string;
  file: string;
  line: number;
  /** What names it, for the message: `author`, `cover`, `this picture`. */
  by: string;
}

/**
 * Everything that a file names must be in the folder or, unless what the folder lacks is being removed, in the
 * database already.
 */
export async function checkReferences(folder: ContentFolder, db: Kysely<Schema> | null): Promise<Problem[]> {
  const inFolder: Record<Target, ReadonlySet<string>> = {
    authors: new Set(folder.authors.map((entry) => entry.id)),
    articles: new Set(folder.articles.map((entry) => entry.id)),
    products: new Set(folder.products.map((entry) => entry.id)),
    media: new Set(folder.media.map((file) => file.path)),
  };
  // A file that is there but has mistakes of its own is reported once, not again by everyone who names it.
  const broken = new Set(folder.problems.map((problem) => problem.file));
  const open = [...references(folder)].filter(
    (ref) => !inFolder[ref.target].has(ref.id) && !broken.has(fileOf(ref.target, ref.id)),
  );
  if (open.length === 0) return [];

  const stored = {
    authors: await storedIds(db, 'authors', open),
    articles: await storedIds(db, 'articles', open),
    products: await storedIds(db, 'products', open),
    media: await storedIds(db, 'media', open),
  };
  return open
    .filter((ref) => !stored[ref.target].has(ref.id))
    .map((ref) => ({
      file: ref.file,
      line: ref.line,
      wrong: `${ref.by} names ${ref.id}, which does not exist`,
      right: `add ${fileOf(ref.target, ref.id)}, or name one that exists`,
    }));
}

function fileOf(target: Target, id: string): string {
  return target === 'media' ? id : `${target}/${id}.md`;
}

function* references(folder: ContentFolder): Generator<Reference> {
  for (const author of folder.authors) {
    if (author.fields.avatar) yield media(author, author.fields.avatar, 'avatar', author.lineOf('avatar'));
    yield* bodyImages(author);
  }
  for (const article of folder.articles) {
    const { file, fields, lineOf } = article;
    yield { target: 'authors', id: fields.author, file, line: lineOf('author'), by: 'author' };
    if (fields.cover) yield media(article, fields.cover, 'cover', lineOf('cover'));
    for (const [index, id] of fields.products.entries()) {
      yield { target: 'products', id, file, line: lineOf('products', index), by: 'products' };
    }
    yield* bodyImages(article);
  }
  for (const product of folder.products) {
    for (const [index, image] of product.fields.images.entries()) {
      yield media(product, image.src, 'images', product.lineOf('images', index, 'src'));
    }
    yield* bodyImages(product);
  }
  for (const [index, thing] of (folder.site?.fields.featured ?? []).entries()) {
    const line = folder.site?.lineOf('featured', index) ?? 1;
    const [target, id]: [Target, string] =
      'article' in thing ? ['articles', thing.article] : ['products', thing.product];
    yield { target, id, file: 'site.yaml', line, by: 'featured' };
  }
}

function* bodyImages(entry: Entry<unknown>): Generator<Reference> {
  for (const image of entry.body.images) {
    yield media(entry, image.path, 'a picture in the text', entry.bodyLine + image.line - 1);
  }
}

function media(entry: Entry<unknown>, id: string, by: string, line: number): Reference {
  return { target: 'media', id, file: entry.file, line, by };
}

async function storedIds(
  db: Kysely<Schema> | null,
  target: Target,
  references: readonly Reference[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(references.filter((ref) => ref.target === target).map((ref) => ref.id))];
  const found = new Set<string>();
  if (db === null) return found;
  for (let i = 0; i < wanted.length; i += 500) {
    const some = wanted.slice(i, i + 500);
    if (target === 'media') {
      const rows = await db.selectFrom('media').select('path').where('path', 'in', some).execute();
      for (const row of rows) found.add(row.path);
    } else {
      const rows = await db.selectFrom(target).select('id').where('id', 'in', some).execute();
      for (const row of rows) found.add(row.id);
    }
  }
  return found;
}
