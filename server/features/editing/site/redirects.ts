import { isKind } from '#shared/kinds/kind-names.ts';
import type { Kysely, Transaction } from 'kysely';
import { entryPath } from '#shared/address/paths.ts';
import { meaningOf, spellSitePath } from '#server/content/entries/entry-addresses.ts';
import {
  requirePath,
  spellFrom,
  writeRedirect,
  type Leads,
  type Written,
} from '#server/content/entries/entry-redirects.ts';
import { isSitePath } from '#server/content/site-path.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';
import { visible } from '#server/db/queries/visible.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';

/** Reason why an address cannot lead to the page that an editor chose. */
export type RedirectProblem =
  /** `from` is no path of the site, has a query, or is too long. */
  | 'no-path'
  | 'live-page'
  | 'outside'
  | 'itself'
  | 'loop'
  /** There is nothing at `to`. */
  | 'no-page'
  /** The page at `to` is gone for good. */
  | 'gone';

/** Marks an old address as gone for good. */
export async function markGone(trx: Transaction<Schema>, written: Written): Promise<void> {
  await writeRedirect(trx, { ...written, from: requirePath(written.from) }, { is_gone: 1 });
}

/**
 * Leads the address to the page that is at `to` now. If an entry is there, the redirect follows the entry, so no
 * address ever leads to another redirect: `to_path` holds only pages that are always there.
 */
export async function redirectToPath(
  trx: Transaction<Schema>,
  { to, ...written }: Written & { to: string },
): Promise<RedirectProblem | null> {
  const problem = await findFromProblem(trx, written);
  if (problem !== null) return problem;
  const from = requirePath(written.from);
  const end = await findEnd(trx, { to, from, at: written.at });
  if (typeof end === 'string') return end;
  await writeRedirect(trx, { ...written, from }, end);
  return null;
}

/** Finds the reason why an address cannot lead anywhere: it is none, or visitors find a page there. */
export async function findFromProblem(
  trx: Transaction<Schema>,
  { from: path, at }: Pick<Written, 'from' | 'at'>,
): Promise<'no-path' | 'live-page' | null> {
  const from = spellFrom(path);
  if (from === null) return 'no-path';
  return (await isLive(trx, from, at)) ? 'live-page' : null;
}

export interface Redirect {
  from: string;
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
  target: RedirectTarget;
}

export type RedirectTarget =
  | {
      kind: 'entry';
      key: string;
      entryKind: string;
      id: string;
      title: string;
      state: Status;
      isInTrash: boolean;
      /** Null in the trash: there is no such address now, or it belongs to another. */
      path: string | null;
    }
  | { kind: 'path'; path: string }
  | { kind: 'gone' };

/** Finds the redirect of an address, with its target and its author. */
export async function findRedirect(db: Kysely<Schema>, path: string): Promise<Redirect | null> {
  const from = spellFrom(path);
  if (from === null) return null;
  const row = await redirectRows(db).where('redirects.from_path', '=', from).executeTakeFirst();
  return row ? toRedirect(row) : null;
}

export interface RedirectList {
  redirects: Redirect[];
  /** Last address of this list, to be `after` in the next; null at the end. */
  next: string | null;
}

interface ListRedirects {
  /** The last address of the list before; null for the first. */
  after: string | null;
  limit: number;
  /** Prefix of the addresses. */
  beginning?: string;
}

/** Lists redirects in the order of their addresses. */
export async function listRedirects(
  db: Kysely<Schema>,
  { after, limit, beginning = '' }: ListRedirects,
): Promise<RedirectList> {
  let query = redirectRows(db)
    .orderBy('redirects.from_path')
    .limit(limit + 1);
  if (after !== null) query = query.where('redirects.from_path', '>', after);
  // A path is ASCII: percent-encoded.
  if (beginning !== '')
    query = query
      .where('redirects.from_path', '>=', beginning)
      .where('redirects.from_path', '<', `${beginning}\u{7f}`);
  const rows = await query.execute();
  const redirects = rows.slice(0, limit).map(toRedirect);
  return { redirects, next: rows.length > limit ? (redirects.at(-1)?.from ?? null) : null };
}

async function isLive(trx: Transaction<Schema>, path: string, now: string): Promise<boolean> {
  const meaning = meaningOf(path);
  if (meaning.is === 'tag') return hasArticles(trx, meaning.tag, now);
  if (meaning.is !== 'entry') return meaning.is === 'page';
  const publication = await findPublication(trx, meaning.kind, meaning.id);
  if (publication === null && meaning.kind === 'categories') return hasProducts(trx, meaning.id, now);
  return isVisibleAt(publication, now);
}

/** Whether products are filed under a text that is no category's id. */
async function hasProducts(trx: Transaction<Schema>, category: string, now: string): Promise<boolean> {
  const rows = trx.selectFrom('product_categories').select('product_id').where('category_id', '=', category);
  return (await rows.where(visible('product_categories', now)).limit(1).executeTakeFirst()) !== undefined;
}

export async function hasArticles(trx: Transaction<Schema>, tag: string, now: string): Promise<boolean> {
  const rows = trx.selectFrom('article_tags').select('tag').where('tag', '=', tag);
  return (await rows.where(visible('article_tags', now)).limit(1).executeTakeFirst()) !== undefined;
}

/** Finds the page that an address leads to in the end: an entry, or a page that is always there. */
async function findEnd(
  trx: Transaction<Schema>,
  { to, from, at }: { to: string; from: string; at: string },
): Promise<Leads | RedirectProblem> {
  if (!isSitePath(to)) return 'outside';
  const { pathname, search } = new URL(to, 'http://site');
  const entryOrPath = spellSitePath(pathname + search);
  const path = entryOrPath ?? spellSitePath(pathname);
  if (path === null) return 'no-page';
  if (path === from) return 'itself';
  const meaning = meaningOf(path);
  const isList = meaning.is === 'tag' && (await hasArticles(trx, meaning.tag, at));
  if (isList || meaning.is === 'page') return { to_path: path + (entryOrPath === null ? search : '') };
  if (meaning.is === 'entry') {
    const entry = await trx
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', meaning.kind)
      .where('id', '=', meaning.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (entry) return { entry_key: entry.key };
    if (await isLive(trx, path, at)) return { to_path: path };
  }
  const redirect = await findRedirect(trx, path);
  if (redirect === null) return 'no-page';
  const { target } = redirect;
  if (target.kind === 'gone') return 'gone';
  if (target.path === null) return 'no-page';
  if (target.path === from) return 'loop';
  return target.kind === 'entry' ? { entry_key: target.key } : { to_path: target.path };
}

function redirectRows(db: Kysely<Schema>) {
  return db
    .selectFrom('redirects')
    .leftJoin('entries', 'entries.key', 'redirects.entry_key')
    .select([
      'redirects.from_path',
      'redirects.to_path',
      'redirects.created_at',
      'redirects.account_name',
      'entries.key',
      'entries.kind',
      'entries.id',
      'entries.title',
      'entries.state',
      'entries.deleted_at',
    ]);
}

type RedirectRow = Awaited<ReturnType<ReturnType<typeof redirectRows>['executeTakeFirstOrThrow']>>;

function toRedirect(row: RedirectRow): Redirect {
  return { from: row.from_path, by: row.account_name, at: row.created_at, target: toTarget(row) };
}

function toTarget({ to_path, key, kind, id, title, state, deleted_at }: RedirectRow): RedirectTarget {
  if (to_path !== null) return { kind: 'path', path: to_path };
  // All of an entry's columns are null, or none that matters: the join is made by the key.
  if (key === null || kind === null || id === null || state === null) return { kind: 'gone' };
  const isInTrash = deleted_at !== null;
  const path = !isInTrash && isKind(kind) ? entryPath(kind, id) : null;
  return { kind: 'entry', key, entryKind: kind, id, title: title ?? '', state, isInTrash, path };
}
