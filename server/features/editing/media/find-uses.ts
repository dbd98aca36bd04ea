import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { pictureAddress } from '#shared/editing/media-markdown.ts';
import type { MediaUse, MediaUses } from '#shared/editing/media-uses.ts';
import type { Field } from '#shared/kinds/fields.ts';
import { isKind, kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { isoAt } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { readStoredSite } from '#server/content/site-settings.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import { htmlColumn, storedFields } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';

/** Versions of so many days count: an editor may restore one. */
const daysOfRevisions = 90;

/** Rows that are read at once: SQLite holds the process meanwhile, for a few milliseconds. */
const rowsAtOnce = 200;

interface Search {
  db: Kysely<Schema>;
  path: string;
}

/**
 * Finds every place that uses a file, by reading all texts: no list of uses can be wrong after an import or an
 * operator's own SQL. 10,000 products take a fifth of a second, between which others have their turns.
 */
export async function findUses(db: Kysely<Schema>, path: string, nowMs: number): Promise<MediaUses> {
  const search = { db, path };
  const ids = new Map<Kind, string[]>();
  for (const kind of kindNames) ids.set(kind, await findLive(search, kind));
  const live = await describeLive(db, ids);
  const drafts = await findInDrafts(search);
  const planned = await findInPlans(search);
  const isTyped = await isInAutosaves(search);
  const revisions = await findInRevisions(search, isoAt(nowMs - daysOfRevisions * dayMs));
  // Counts as old versions do: whoever restores the entry gets it without the file.
  const inTrash = drafts.filter(({ deleted_at: deletedAt }) => deletedAt !== null).map(({ key }) => key);
  const waiting = drafts.map(({ key }) => key).filter((key) => !inTrash.includes(key));
  const listed = new Set(live.map(({ key }) => key));
  const others = (keys: readonly string[]) => {
    const rest = [...new Set(keys)].filter((key) => !listed.has(key));
    for (const key of rest) listed.add(key);
    return describe(db, rest);
  };
  const settings = (await readStoredSite(db)) ?? '';
  return {
    live: live.map(({ use }) => use),
    drafts: await others([...waiting, ...planned]),
    revisions: await others([...inTrash, ...revisions]),
    isInSite: settings.includes(`"${path}"`) || drafts.some(({ kind }) => kind === 'site'),
    isTyped,
  };
}

/** Ids of the entries whose row names the file: in a field of their own, in a list, or in the text. */
async function findLive({ db, path }: Search, kind: Kind): Promise<string[]> {
  const columns = storedFields(kind).filter(({ field }) => namesMedia(field));
  const texts = [...columns.flatMap(({ column }) => column ?? []), htmlColumn(kind)];
  const isUsed = sql.join(
    texts.map((column) => holds(db, column, [path])),
    sql` or `,
  );
  const ids: string[] = [];
  for (let after = ''; ;) {
    const rows = await anyTable(db)
      .selectFrom(kind)
      .select(['id', sql<unknown>`case when ${isUsed} then 1 else 0 end`.as('is_used')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    ids.push(...rows.filter((row) => Number(row['is_used']) === 1).map((row) => String(row['id'])));
    if (rows.length < rowsAtOnce) return ids;
    after = String(rows.at(-1)?.['id']);
    await nextTurn();
  }
}

function namesMedia({ type, columns = {} }: Field): boolean {
  return type === 'media' || Object.values(columns).some(namesMedia);
}

/** Whether a text holds one of these. */
function holds(db: Kysely<Schema>, column: string, parts: readonly string[]): RawBuilder<boolean> {
  const contains = sql.raw(engineOf(db) === 'postgres' ? 'strpos' : 'instr');
  const tests = parts.map((part) => sql`${contains}(coalesce(${sql.ref(column)}, ''), ${part}) > 0`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/** Typed by an editor, percent-encoded, or as pictures come into a text. */
function spellings(path: string): string[] {
  const encoded = encodeURI(path);
  return [...new Set([path, encoded, pictureAddress(path), pictureAddress(encoded)])];
}

/** Those of the settings of the site, which were previewed, too. */
function findInDrafts({
  db,
  path,
}: Search): Promise<{ key: string; kind: string; deleted_at: string | null }[]> {
  return db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.key', 'entries.kind', 'entries.deleted_at'])
    .where(holds(db, 'document', spellings(path)))
    .execute();
}

/** A change that is planned keeps its text, whatever becomes of the draft. */
async function findInPlans({ db, path }: Search): Promise<string[]> {
  const rows = await db
    .selectFrom('scheduled_changes')
    .select('entry_key')
    .where(holds(db, 'document', spellings(path)))
    .execute();
  return rows.map(({ entry_key: key }) => key);
}

/** Texts that somebody is typing, or has left. A path has no sign that JSON escapes. */
async function isInAutosaves({ db, path }: Search): Promise<boolean> {
  const row = db
    .selectFrom('autosaves')
    .select('tab')
    .where(holds(db, 'form', spellings(path)))
    .limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}

/** From the newest one back, as far as the time goes. */
async function findInRevisions({ db, path }: Search, since: string): Promise<string[]> {
  const isUsed = holds(db, 'document', spellings(path));
  const keys: string[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('revisions')
      .select(['seq', 'entry_key', 'at', sql<unknown>`case when ${isUsed} then 1 else 0 end`.as('is_used')])
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(rowsAtOnce)
      .execute();
    const recent = rows.filter(({ at }) => at >= since);
    keys.push(...recent.filter((row) => Number(row.is_used) === 1).map((row) => row.entry_key));
    if (recent.length < rowsAtOnce) return keys;
    before = Number(rows.at(-1)?.seq);
    await nextTurn();
  }
}

async function describeLive(
  db: Kysely<Schema>,
  ids: ReadonlyMap<Kind, readonly string[]>,
): Promise<{ key: string; use: MediaUse }[]> {
  const uses: { key: string; use: MediaUse }[] = [];
  for (const [kind, named] of ids) {
    for (const some of inBatches(named, rowsAtOnce)) {
      const rows = await db
        .selectFrom('entries')
        .select(['key', 'id', 'title'])
        .where('kind', '=', kind)
        .where('id', 'in', some)
        .where('deleted_at', 'is', null)
        .execute();
      uses.push(...rows.map(({ key, id, title }) => ({ key, use: { kind, id, title, isInTrash: false } })));
    }
  }
  return uses;
}

async function describe(db: Kysely<Schema>, keys: readonly string[]): Promise<MediaUse[]> {
  const uses: MediaUse[] = [];
  for (const some of inBatches(keys, rowsAtOnce)) {
    const rows = await db
      .selectFrom('entries')
      .select(['kind', 'id', 'title', 'deleted_at'])
      .where('key', 'in', some)
      .execute();
    for (const { kind, id, title, deleted_at: deletedAt } of rows)
      if (isKind(kind)) uses.push({ kind, id, title, isInTrash: deletedAt !== null });
  }
  return uses;
}
