import type { Kysely, Selectable } from 'kysely';
import { entryPath } from '#shared/address/paths.ts';
import type { ChangeItem } from '#shared/editing/lists/change-item.ts';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { spellSitePath } from '#server/content/entries/entry-addresses.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { ContentEventsTable } from '#server/db/tables/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';

/** Events that are read: one change of many entries has one for each. */
const maxRead = 400;

/** Latest changes. What was done to several entries at once is one of them. */
export async function listChanges(db: Kysely<Schema>, limit: number): Promise<ChangeItem[]> {
  const events = await db
    .selectFrom('content_events')
    .select(columnsOf.content_events)
    .orderBy('seq', 'desc')
    .limit(maxRead)
    .execute();
  const groups = [...Map.groupBy(events, groupOf).values()].slice(0, limit);
  const changes = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ids = new Set(group.map(({ id }) => id));
    const { seq, at, event, account_name: name, kind, id, detail } = first;
    const isOne = ids.size === 1;
    return [
      {
        seq: Number(seq),
        at,
        event,
        name,
        kind: kind ?? '',
        id: isOne ? (id ?? '') : '',
        detail,
        count: ids.size,
      },
    ];
  });
  const places = await findPlaces(db, changes);
  return changes.map((change) => ({
    ...change,
    ...(places.get(`${change.kind}/${change.id}`) ?? { title: '', place: 'gone' as const }),
  }));
}

type EventGroup = Pick<Selectable<ContentEventsTable>, 'at' | 'event' | 'kind' | 'account_name'>;

function groupOf({ at, event, kind, account_name: name }: EventGroup): string {
  return [at, event, kind, name].join('\n');
}

interface Place extends Pick<ChangeItem, 'title' | 'place'> {
  id: string;
}

/** Present place and title of each entry, by the kind and the id that it had. */
async function findPlaces(
  db: Kysely<Schema>,
  changes: readonly Pick<ChangeItem, 'kind' | 'id'>[],
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const [kind, named] of Map.groupBy(changes, (change) => change.kind)) {
    const ids = new Set(named.map(({ id }) => id).filter((id) => id !== ''));
    if (!isKind(kind) || ids.size === 0) continue;
    for (const [id, place] of await findOfKind(db, kind, [...ids])) places.set(`${kind}/${id}`, place);
  }
  return places;
}

/** An entry that has the id, else the one in the trash that had it last, else the one that its address leads to. */
async function findOfKind(db: Kysely<Schema>, kind: Kind, ids: readonly string[]) {
  const places = new Map<string, Place>();
  const entries = await db
    .selectFrom('entries')
    .select(['id', 'title', 'deleted_at'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .orderBy('deleted_at')
    .execute();
  const isThere = new Set(entries.flatMap(({ id, deleted_at: gone }) => (gone === null ? [id] : [])));
  for (const { id, title, deleted_at: gone } of entries)
    if (gone === null || !isThere.has(id))
      places.set(id, { id, title, place: gone === null ? 'entry' : 'trash' });
  const paths = new Map(
    ids.flatMap((id) => (places.has(id) ? [] : [[spellSitePath(entryPath(kind, id)) ?? '', id] as const])),
  );
  if (paths.size === 0) return places;
  const renamed = await db
    .selectFrom('redirects')
    .innerJoin('entries', 'entries.key', 'redirects.entry_key')
    .select(['redirects.from_path', 'entries.id', 'entries.title'])
    .where('redirects.from_path', 'in', [...paths.keys()])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .execute();
  for (const { from_path: path, id, title } of renamed)
    places.set(paths.get(path) ?? '', { id, title, place: 'entry' });
  return places;
}
