import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { entryPath } from '#shared/address/paths.ts';
import { meaningOf } from '#server/content/entries/entry-addresses.ts';
import { findOldAddress } from '#server/features/editing/site/old-addresses.ts';
import { redirectToEntry, removeRedirect } from '#server/content/entries/entry-redirects.ts';
import { markGone, redirectToPath } from '#server/features/editing/site/redirects.ts';
import { createReader } from '#server/freshness/reader.ts';
import { engines, openTestDatabase } from '../helpers/databases.ts';
import { keyOf, renamePage } from '../helpers/entries.ts';

const at = '2026-11-20T04:00:00.000Z';
const by = '林';
const ids = ['a', 'b', 'c', '春', 'e f', 'g'];
const steps = 1_000;
const kinds = ['create', 'rename', 'delete', 'show or hide', 'lead'];

const pathOf = (id: string) => entryPath('pages', id);

/** The same numbers each time: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Model {
  /** The pages that are there, by their ids. */
  pages: Map<string, { key: string; isVisible: boolean }>;
  /** Last owner of each address: the key of an entry, the path of a list, or null. */
  owners: Map<string, string>;
}

async function createPage(trx: Transaction<Schema>, id: string): Promise<string> {
  const texts = { title: id, summary: '', cover_alt: '', body_source: '', body_html: '' };
  await trx
    .insertInto('pages')
    .values({ id, ...texts, cover: null, updated_at: null, status: 'published' })
    .execute();
  return keyOf(trx, 'pages', id);
}

/** A random step of an editor, as the editing forms do it. Returns its description. */
async function takeStep(
  trx: Transaction<Schema>,
  { pages, owners }: Model,
  random: () => number,
): Promise<string> {
  const pick = () => ids[Math.floor(random() * ids.length)] ?? '';
  const id = pick();
  const other = pick();
  const from = pathOf(id);
  const page = pages.get(id);
  const choice = random();
  if (!page && choice < 0.3) {
    // An import removes no redirect of the address.
    const isImport = random() < 0.5;
    if (!isImport) {
      await removeRedirect(trx, from);
      owners.delete(from);
    }
    pages.set(id, { key: await createPage(trx, id), isVisible: true });
    return `create ${id}`;
  }
  if (page && choice < 0.4 && !pages.has(other)) {
    await renamePage(trx, id, other);
    pages.delete(id);
    pages.set(other, page);
    if (!page.isVisible) return `rename unseen ${id} ${other}`;
    await redirectToEntry(trx, { from, entryKey: page.key, by, at });
    owners.set(from, page.key);
    return `rename ${id} ${other}`;
  }
  if (page && choice < 0.55) {
    await trx.deleteFrom('pages').where('id', '=', id).execute();
    pages.delete(id);
    if (random() < 0.5) {
      await markGone(trx, { from, by, at });
      owners.set(from, 'gone');
    }
    return `delete ${id}`;
  }
  if (page && choice < 0.7) {
    page.isVisible = !page.isVisible;
    const status = page.isVisible ? 'published' : 'draft';
    await trx.updateTable('pages').set({ status }).where('id', '=', id).execute();
    return `show or hide ${id}`;
  }
  const to = random() < 0.1 ? '/articles' : pathOf(other);
  const problem = await redirectToPath(trx, { from, to, by, at });
  if (problem === null) {
    const owner = meaningOf(to).is === 'page' ? to : (pages.get(other)?.key ?? owners.get(to));
    if (owner === undefined) throw new Error(`${from} leads to ${to}, where nothing is`);
    owners.set(from, owner);
  }
  return `${problem === null ? 'lead' : problem} ${id} to ${to}`;
}

/** Addresses with a wrong target. */
async function listWrongs(db: Database, { pages, owners }: Model): Promise<string[]> {
  const wrongs: string[] = [];
  const visible = new Map(
    [...pages].filter(([, { isVisible }]) => isVisible).map(([id, { key }]) => [pathOf(id), key]),
  );
  for (const path of ids.map(pathOf)) {
    if (visible.has(path)) continue;
    const old = await findOldAddress(createReader({ db: db.read, now: at, basePath: '/' }), path);
    const owner = owners.get(path);
    const present =
      [...visible].find(([, key]) => key === owner)?.[0] ?? (owner === '/articles' ? owner : undefined);
    const expected = owner === 'gone' ? 'gone' : present;
    const found = old === null ? undefined : (old.leadsTo ?? 'gone');
    if (found !== expected) wrongs.push(`${path} leads to ${found}, not to ${expected}`);
  }
  return wrongs;
}

test.for(engines)(
  'after any steps on %s an address leads in one hop to what it was, or nowhere',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const model: Model = { pages: new Map(), owners: new Map() };
    const random = randomNumbers(31);
    const taken = new Map<string, number>();
    for (let step = 0; step < steps; step += 1) {
      const what = await writeTransaction(db, (trx) => takeStep(trx, model, random));
      expect(await listWrongs(db, model), `step ${step}: ${what}`).toEqual([]);
      const kind = kinds.find((each) => what.startsWith(each)) ?? 'refused';
      taken.set(kind, (taken.get(kind) ?? 0) + 1);
    }
    for (const kind of kinds) expect.soft(taken.get(kind), kind).toBeGreaterThan(20);
  },
);
