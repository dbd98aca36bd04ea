import { entryPath } from '#shared/address/paths.ts';
import type { PickItem, PickKind, PickPage } from '#shared/editing/picks.ts';
import { isKind, kindNames, kindPages, type Kind } from '#shared/kinds/kind-names.ts';
import { formatDateTime } from '#shared/locale/dates.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import type { EntryFacts } from '#shared/editing/lists/entry-facts.ts';
import type { LibraryMedia } from '#shared/editing/uploads.ts';
import { smallestFile } from '#shared/picture-files.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import { findEntryFacts } from '#server/features/editing/lists/entry-facts.ts';
import type { EntryItem } from '#server/features/editing/lists/entry-rows.ts';
import { knownFilterOf } from '#server/features/editing/lists/known-entries.ts';
import { listEntries } from '#server/features/editing/lists/list-entries.ts';
import { listMedia } from '#server/features/editing/media/list-media.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { toLibraryMedia } from '../media/library-media.ts';

interface PickQuery {
  /** Account that chooses: authors choose from what they may know of. */
  editor: Editor;
  /** Empty: the newest. */
  search: string;
  /** End of the page before, from `PickPage`. */
  after: string | null;
}

/** Finds things to choose from, as the lists of the edit area find them, the newest first. */
export async function findPicks(reader: Reader, what: PickKind, query: PickQuery): Promise<PickPage> {
  if (what === 'links') return findLinks(reader, query);
  if (isKind(what)) return findEntryPicks(reader, what, query);
  return findFilePicks(reader, what, query);
}

async function findEntryPicks(
  reader: Reader,
  kind: Kind,
  { editor, search, after }: PickQuery,
): Promise<PickPage> {
  const { db, now } = reader;
  const filter = knownFilterOf(editor, now);
  const page = await listEntries(db, kind, { search, state: null, after, now, filter });
  // An entry without a state that was never published cannot be named yet.
  const items = page.items.filter(({ state }) => hasState(kind) || state === 'published');
  const facts = await findEntryFacts(reader, kind, items);
  return {
    items: items.map((item) => ({ ...toPick(kind, item), picture: pictureOf(facts.get(item.id)) })),
    next: page.next,
  };
}

function toPick(kind: Kind, { id, title, state, dueAt, hasDraft }: EntryItem): Omit<PickItem, 'picture'> {
  const { states, dueAt: due } = editTexts.list;
  const stateText = dueAt === null ? states[state] : due(formatDateTime(dueAt) ?? '', hasDraft);
  const facts = [...(title === '' ? [] : [id]), ...(hasState(kind) ? [stateText] : [])];
  return {
    value: id,
    label: title || id,
    detail: facts.join('・'),
    path: entryPath(kind, id),
  };
}

function pictureOf(facts: EntryFacts | undefined): string | null {
  return facts?.picture ? smallestFile(facts.picture) : null;
}

/** Number of entries of each kind: a search for a page tells them by their titles. */
const linksOfKind = 10;

async function findLinks(reader: Reader, query: PickQuery): Promise<PickPage> {
  const items: PickItem[] = [];
  for (const kind of kindNames) {
    const page = await findEntryPicks(reader, kind, { ...query, after: null });
    const { label } = kindPages[kind];
    items.push(
      ...page.items.slice(0, linksOfKind).map((item) => ({
        ...item,
        value: item.path ?? '',
        detail: [label, item.detail].filter(Boolean).join('・'),
      })),
    );
  }
  return { items, next: null };
}

const contentTypes = { pictures: 'image/', documents: 'application/pdf' } as const;

async function findFilePicks(
  reader: Reader,
  what: keyof typeof contentTypes,
  { search, after }: PickQuery,
): Promise<PickPage> {
  const { media, next } = await listMedia(reader.db, { search, after, type: contentTypes[what] });
  const files = media.map((row) => toLibraryMedia(reader, row));
  return { items: files.map(toFilePick), next };
}

function toFilePick({ path, label, width, height, thumbnail }: LibraryMedia): PickItem {
  const size = width === null || height === null ? [] : [`${width} × ${height}`];
  const name = path.slice(path.lastIndexOf('/') + 1);
  const facts = [...(label === '' ? [] : [name]), ...size];
  return { value: path, label: label || name, detail: facts.join('・'), picture: thumbnail, path: null };
}
