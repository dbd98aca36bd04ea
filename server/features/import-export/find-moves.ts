import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import type { Problem } from '#server/content/front-matter/problem.ts';
import type { Schema } from '#server/db/schema.ts';
import type { ContentFolder } from './content-folder.ts';

/** An entry whose file has another name than it had. */
export interface Move {
  kind: Kind;
  key: string;
  from: string;
  to: string;
}

/** Consequences of the keys in files for the stored entries. */
export interface Moves {
  moved: Move[];
  /** Entries whose names others take, and of which there is no file: `--prune` removes them. */
  replaced: { kind: Kind; key: string; id: string; by: Move }[];
  /** Files that the site does not have, with the key that they bring along. One may be of an entry in the trash. */
  added: { kind: Kind; key: string; id: string; isInTrash: boolean }[];
  problems: Problem[];
}

interface KeyedFile {
  kind: Kind;
  id: string;
  file: string;
  key: string;
  line: number;
}

/**
 * Finds the entries whose files have been renamed, by the keys that an export wrote into them. A file without a key, and
 * one whose key the site does not know and whose name it does, are known by their names.
 */
export async function findMoves(
  folder: ContentFolder,
  db: Kysely<Schema> | null,
  prune: boolean,
): Promise<Moves> {
  const moves: Moves = { moved: [], replaced: [], added: [], problems: [] };
  const files = listKeyed(folder, moves.problems);
  if (files.length === 0 || db === null) return moves;
  const byKey = await findByKeys(db, files);
  const byName = await findByNames(db, files);
  const leaving = new Set<string>();
  for (const { kind, key, id } of files) {
    const entry = byKey.get(key);
    if (entry && entry.kind === kind && entry.deleted_at === null && entry.id !== id) leaving.add(key);
  }
  for (const { kind, id, file, key, line } of files) {
    const entry = byKey.get(key);
    const there = byName.get(nameOf(kind, id));
    const refuse = (wrong: string, right: string) => moves.problems.push({ file, line, wrong, right });
    if (entry && entry.kind !== kind)
      refuse(
        `this is the uid of ${entry.kind}/${entry.id}`,
        'take the line away: the next export writes one',
      );
    else if (there?.key === key) continue;
    else if (entry && entry.deleted_at === null) {
      const isFree = there === undefined || leaving.has(there.key);
      if (!isFree && !prune) {
        refuse(
          `this is the uid of ${kind}/${entry.id}, and another entry of the site is called ${kind}/${id}`,
          'give the file another name, or take the line away to write over that entry',
        );
        continue;
      }
      const move = { kind, key, from: entry.id, to: id };
      if (there && !isFree) moves.replaced.push({ kind, key: there.key, id, by: move });
      moves.moved.push(move);
    } else if (there === undefined) moves.added.push({ kind, key, id, isInTrash: entry !== undefined });
  }
  return moves;
}

function listKeyed(folder: ContentFolder, problems: Problem[]): KeyedFile[] {
  const files = new Map<string, KeyedFile>();
  for (const kind of kindsInMessages) {
    for (const { id, file, uid } of folder.entries[kind]) {
      if (uid === null) continue;
      const first = files.get(uid.key);
      if (first === undefined) files.set(uid.key, { kind, id, file, ...uid });
      else
        problems.push({
          file,
          line: uid.line,
          wrong: `the uid ${uid.key} is that of ${first.file} too`,
          right: `take the line away in the one of the two that is the copy: the next export writes one`,
        });
    }
  }
  return [...files.values()];
}

type Stored = { key: string; kind: string; id: string; deleted_at: string | null };

async function findByKeys(db: Kysely<Schema>, files: readonly KeyedFile[]): Promise<Map<string, Stored>> {
  const byKey = new Map<string, Stored>();
  for (const some of inBatches(files, batchSize)) {
    const keys = some.map(({ key }) => key);
    for (const entry of await entries(db).where('key', 'in', keys).execute()) byKey.set(entry.key, entry);
  }
  return byKey;
}

/** Entries that have the names of these files, by their names. */
async function findByNames(db: Kysely<Schema>, files: readonly KeyedFile[]): Promise<Map<string, Stored>> {
  const byName = new Map<string, Stored>();
  for (const [kind, ofKind] of Map.groupBy(files, (file) => file.kind)) {
    for (const some of inBatches(ofKind, batchSize)) {
      const ids = some.map(({ id }) => id);
      const rows = await entries(db)
        .where('kind', '=', kind)
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute();
      for (const entry of rows) byName.set(nameOf(kind, entry.id), entry);
    }
  }
  return byName;
}

const batchSize = 500;

function entries(db: Kysely<Schema>) {
  return db.selectFrom('entries').select(['key', 'kind', 'id', 'deleted_at']);
}

export function nameOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}
