import { sql, type Transaction } from 'kysely';
import type { SiteSettings } from '#shared/site-settings.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';
import { anyTable } from '#server/content/any-table.ts';
import { findIdProblem } from '#server/content/content-id.ts';
import type { Editor } from '#server/content/editor.ts';
import { addressOfEntry } from '#server/content/entry-addresses.ts';
import { readDocument, writeDocument } from '#server/content/entry-document.ts';
import { keepLive } from '#server/content/revisions.ts';
import { readStoredSite, writeSite } from '#server/content/site-settings.ts';
import { listWrittenColumns } from '#server/db/list-columns.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from './change-entry.ts';
import { findPublication, isVisibleAt } from './entry-visibility.ts';
import { addEvent } from './content-events.ts';
import { recordLive } from './publish.ts';
import { findRedirect, redirectToEntry, removeRedirect } from './redirects.ts';

interface Rename {
  editor: Editor;
  kind: EditKind;
  key: string;
  version: number;
  /** The id that it is to have. */
  id: string;
  /** Whether an old address of something else may become this one's. */
  mayTakeOver: boolean;
}

/** Gives an entry another id, and with it another address. Everything that names it does so by the new one. */
export async function renameEntry(
  tools: EditTools,
  { editor, kind, key, version, id, mayTakeOver }: Rename,
): Promise<ChangeResult> {
  if (findIdProblem(id) !== null)
    return { kind: 'invalid', problems: [{ field: 'id', code: id === '' ? 'missing' : 'wrong', typed: id }] };
  const at = tools.clock.nowIso();
  return changeEntry(tools, { editor, action: 'rename', key, version }, async (trx, entry) => {
    if (entry.id === id) return;
    if (await isTaken(trx, kind, id)) refuse([{ field: 'id', code: 'taken', typed: id }]);
    await takeAddress(trx, { kind, id, key, mayTakeOver });
    const wasVisible = isVisibleAt(await findPublication(trx, kind, entry.id), at);
    await keepLive(trx, entry, at);
    // First: the triggers of the rows are to find it under its new id, and nothing of the old one to remove.
    await trx.updateTable('entries').set({ id, changed_at: at }).where('key', '=', key).execute();
    await moveRow(trx, tools.db.engine, { kind, from: entry.id, to: id });
    await renameInDrafts(trx, kind, entry.id, id);
    await renameInSite(trx, kind, entry.id, id);
    if (wasVisible)
      await redirectToEntry(trx, {
        from: addressOfEntry(kind, entry.id),
        entryKey: key,
        by: editor.name,
        at,
      });
    await recordLive(trx, { key, kind, id, editor, at, action: 'rename' });
    await addEvent(trx, { event: 'rename', editor, at, kind, id, detail: entry.id });
  });
}

async function isTaken(trx: Transaction<Schema>, kind: EditKind, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('entries')
    .select('key')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return other !== undefined;
}

/** An address that still leads to something else is not taken silently: its links would lead to another's page. */
export async function takeAddress(
  trx: Transaction<Schema>,
  { kind, id, key, mayTakeOver }: { kind: EditKind; id: string; key: string; mayTakeOver: boolean },
): Promise<void> {
  const path = addressOfEntry(kind, id);
  const redirect = await findRedirect(trx, path);
  if (redirect === null) return;
  const isOwn = redirect.target.kind === 'entry' && redirect.target.key === key;
  if (!isOwn && !mayTakeOver) refuse([{ field: 'id', code: 'redirected', typed: id }]);
  await removeRedirect(trx, path);
}

interface Renamed {
  kind: EditKind;
  from: string;
  to: string;
}

/** With what a later build has put into columns that this one does not know. */
async function moveRow(trx: Transaction<Schema>, engine: Engine, { kind, from, to }: Renamed): Promise<void> {
  const names = await listWrittenColumns(trx, engine, kind);
  const others = sql.join(names.filter((name) => name !== 'id').map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`insert into ${sql.table(kind)} (id, ${others})
    select cast(${to} as text), ${others} from ${sql.table(kind)} where id = ${from}`.execute(trx);
  if (numAffectedRows !== 1n) return;
  if (kind === 'authors')
    await trx.updateTable('articles').set({ author_id: to }).where('author_id', '=', from).execute();
  if (kind === 'articles')
    await trx
      .updateTable('article_products')
      .set({ article_id: to })
      .where('article_id', '=', from)
      .execute();
  if (kind === 'products')
    await trx
      .updateTable('article_products')
      .set({ product_id: to })
      .where('product_id', '=', from)
      .execute();
  if (kind === 'articles' || kind === 'products') {
    const what = kind === 'articles' ? 'article' : 'product';
    await trx
      .updateTable('saved_items')
      .set({ item: `${what}:${to}` })
      .where('item', '=', `${what}:${from}`)
      .execute();
  }
  await anyTable(trx).deleteFrom(kind).where('id', '=', from).execute();
}

/** Drafts are few: each that names the entry is written anew, as its editor left it otherwise. */
async function renameInDrafts(
  trx: Transaction<Schema>,
  kind: EditKind,
  from: string,
  to: string,
): Promise<void> {
  if (kind !== 'authors' && kind !== 'products') return;
  const drafts = await trx
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['drafts.entry_key', 'drafts.document'])
    .where('entries.kind', '=', 'articles')
    .execute();
  for (const draft of drafts) {
    const { fields, body } = readDocument(draft.document);
    const renamed =
      kind === 'authors'
        ? { ...fields, ...(fields['author'] === from && { author: to }) }
        : { ...fields, ...withProducts(fields['products'], from, to) };
    const document = writeDocument({ fields: renamed, body });
    if (document === draft.document) continue;
    await trx.updateTable('drafts').set({ document }).where('entry_key', '=', draft.entry_key).execute();
  }
}

function withProducts(products: unknown, from: string, to: string): { products?: unknown[] } {
  if (!Array.isArray(products)) return {};
  return { products: products.map((id: unknown) => (id === from ? to : id)) };
}

async function renameInSite(
  trx: Transaction<Schema>,
  kind: EditKind,
  from: string,
  to: string,
): Promise<void> {
  const stored = await readStoredSite(trx);
  if (stored === null) return;
  const settings: SiteSettings = JSON.parse(stored);
  const featured = settings.featured.map((thing) => {
    if ('article' in thing) return kind === 'articles' && thing.article === from ? { article: to } : thing;
    return kind === 'products' && thing.product === from ? { product: to } : thing;
  });
  await writeSite(trx, { settings: { ...settings, featured } });
}
