import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { paths } from '#shared/address/paths.ts';
import { readTexts } from '#shared/stored-list.ts';
import { anyRows } from '#server/content/entries/any-table.ts';
import { findDocuments } from '#server/content/entries/documents.ts';
import { hashOf, readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { requirePath, writeRedirect } from '#server/content/entries/entry-redirects.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { addEvent } from '../content-events.ts';
import { mayStillDo, type EditTools } from '../entries/change-entry.ts';
import { batchSize, lockVersions, maxIndexed, writeSome, type Writing } from '../many/change-many.ts';
import { hasArticles } from '../site/redirects.ts';

interface RenameTag {
  editor: Editor;
  from: string;
  /** Another tag may be called so: then both are one. */
  to: string;
}

export type RenameTagResult =
  | { kind: 'done'; changed: number }
  | { kind: 'forbidden' }
  /** No article has it. */
  | { kind: 'missing' }
  | { kind: 'too-many' };

/** Articles of one renaming: each takes 2 ms, during which others cannot write. */
export const maxTagged = 3_000;

/** The kind whose entries have tags. */
const tagged = 'articles';

/**
 * Gives a tag another name in all articles, their drafts, and the texts that are planned for them. Each article has a
 * revision of it; the address of the tag leads to the new one.
 */
export function renameTag(
  { db, clock }: EditTools,
  { editor, from, to }: RenameTag,
): Promise<RenameTagResult> {
  return writeTransaction(db, async (trx): Promise<RenameTagResult> => {
    if (!(await mayStillDo(trx, db, { editor, action: 'change-tags' }))) return { kind: 'forbidden' };
    const at = clock.nowIso();
    const ids = await findTagged(trx, from);
    if (ids.length > maxTagged) return { kind: 'too-many' };
    const writing: Writing = { trx, kind: tagged, editor, at, isLocking: db.engine === 'postgres' };
    const wasShown = await hasArticles(trx, from, at);
    await lockTagged(writing, [...ids, ...(await findTexts(trx, from)).map(({ id }) => id)]);
    const texts = await findTexts(trx, from);
    const before = await findHashes(trx, texts);
    let changed = 0;
    for (const some of inBatches(ids, batchSize)) {
      const rows = await anyRows(trx, tagged).where('id', 'in', some).execute();
      const renamed = rows.map((row) => ({
        ...row,
        tags: JSON.stringify(renameIn(readTexts(String(row['tags'])), from, to)),
      }));
      changed += await writeSome(writing, renamed);
      await nextTurn();
    }
    await renameInTexts(trx, { texts, before, from, to });
    if (changed === 0 && texts.length === 0) return { kind: 'missing' };
    await leadTo(trx, { from, to, by: editor.name, at, wasShown });
    await addEvent(trx, { event: 'rename-tag', editor, at, kind: 'tag', id: to, detail: from });
    await indexMarked(trx, { limit: maxIndexed });
    return { kind: 'done', changed };
  });
}

/**
 * Locks entries in the order of their ids, so that two such changes do not wait for each other. What others save
 * meanwhile is read after it, and not written over.
 */
async function lockTagged(writing: Writing, ids: readonly string[]): Promise<void> {
  const inOrder = [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1));
  for (const some of inBatches(inOrder, lockedAtOnce)) await lockVersions(writing, some);
}

const lockedAtOnce = 500;

/** Takes the place of the former name; the list has no tag twice. */
function renameIn(tags: readonly string[], from: string, to: string): string[] {
  return [...new Set(tags.map((tag) => (tag === from ? to : tag)))];
}

async function findTagged(trx: Transaction<Schema>, tag: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('article_tags')
    .select('article_id as id')
    .where('tag', '=', tag)
    .orderBy('article_id')
    .limit(maxTagged + 1)
    .execute();
  return rows.map(({ id }) => id);
}

interface TaggedText {
  key: string;
  id: string;
  document: string;
  base_hash: string | null;
  /** It is that of a planned change, and no draft. */
  isPlanned: boolean;
}

/**
 * Finds the drafts and planned texts that have the tag. The longest word of it stands in them as it is, whatever YAML
 * makes of the rest.
 */
async function findTexts(trx: Transaction<Schema>, tag: string): Promise<TaggedText[]> {
  const [word = ''] = (tag.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length);
  const drafts = await trx
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.key', 'entries.id', 'drafts.document', 'drafts.base_hash'])
    .where('entries.kind', '=', tagged)
    .where('drafts.document', 'like', `%${word}%`)
    .execute();
  const plans = await trx
    .selectFrom('scheduled_changes as plans')
    .innerJoin('entries', 'entries.key', 'plans.entry_key')
    .select(['entries.key', 'entries.id', 'plans.document', 'plans.base_hash'])
    .where('entries.kind', '=', tagged)
    .where('plans.action', '=', 'publish')
    .where('plans.document', 'like', `%${word}%`)
    .execute();
  const texts = [
    ...drafts.map((draft) => ({ ...draft, isPlanned: false })),
    ...plans.map((plan) => ({ ...plan, document: plan.document ?? '', isPlanned: true })),
  ];
  return texts.filter(({ document }) => tagsIn(document).includes(tag));
}

function tagsIn(document: string): string[] {
  const { tags } = readDocument(document).fields;
  return Array.isArray(tags) ? tags.map(String) : [];
}

/** Hashes of the stored texts that drafts may have begun from, or that are to be changed, by the ids. */
async function findHashes(
  trx: Transaction<Schema>,
  texts: readonly TaggedText[],
): Promise<ReadonlyMap<string, string>> {
  const documents = await findDocuments(trx, tagged, [...new Set(texts.map(({ id }) => id))]);
  return new Map(Array.from(documents, ([id, document]) => [id, hashOf(document)]));
}

interface RenameInTexts extends Pick<RenameTag, 'from' | 'to'> {
  texts: readonly TaggedText[];
  before: ReadonlyMap<string, string>;
}

/** A form that is open says the former name: it is to meet a conflict. A plan goes on: there is no newer text. */
async function renameInTexts(
  trx: Transaction<Schema>,
  { texts, before, from, to }: RenameInTexts,
): Promise<void> {
  const after = await findHashes(trx, texts);
  for (const { key, id, document: former, base_hash: base, isPlanned } of texts) {
    const { fields, body } = readDocument(former);
    const tags = renameIn(tagsIn(former), from, to);
    const document = writeDocument({ fields: { ...fields, tags }, body });
    const isOfBefore = base !== null && base === before.get(id);
    const base_hash = isOfBefore ? (after.get(id) ?? null) : base;
    if (isPlanned) {
      await trx
        .updateTable('scheduled_changes')
        .set({ document, base_hash })
        .where('entry_key', '=', key)
        .where('action', '=', 'publish')
        .execute();
      continue;
    }
    await trx.updateTable('drafts').set({ document, base_hash }).where('entry_key', '=', key).execute();
    await trx
      .updateTable('entries')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('key', '=', key)
      .execute();
  }
}

interface LeadTo extends Pick<RenameTag, 'from' | 'to'> {
  by: string;
  at: string;
  wasShown: boolean;
}

/** The former address leads to the new one, as do all that led there; the new one is a page again. */
async function leadTo(trx: Transaction<Schema>, { from, to, by, at, wasShown }: LeadTo): Promise<void> {
  const [former, present] = [requirePath(paths.tag(from)), requirePath(paths.tag(to))];
  await trx.deleteFrom('redirects').where('from_path', '=', present).execute();
  await trx.updateTable('redirects').set({ to_path: present }).where('to_path', '=', former).execute();
  if (wasShown) await writeRedirect(trx, { from: former, by, at }, { to_path: present });
}
