import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { readCategoryRows } from '#server/content/category-tree.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { LeftOut } from '#server/features/editing/many/change-many.ts';
import { planMany, type ChosenEntry } from '#server/features/editing/many/plan-many.ts';
import {
  planPublishing,
  planRemoval,
  type PublishingQuestion,
} from '#server/features/editing/many/plan-steps.ts';
import { inWords } from '../table/table-words.ts';
import type { ManyChange, ManyValue } from './read-many.ts';

const texts = tableTexts.many;

/** The change of one press in words. */
export interface DescribedMany {
  title: string;
  /** Its other effects; empty: none. */
  text: string;
  changing: { id: string; version: number; title: string; text: string }[];
  /** Number of entries that are so already. */
  same: number;
  leftOut: (LeftOut & { title: string })[];
}

/** Finds what a change will do to the chosen entries. Nothing is written. */
export async function describeMany(
  db: Kysely<Schema>,
  change: ManyChange,
  chosen: readonly ChosenEntry[],
  question: PublishingQuestion,
): Promise<DescribedMany> {
  const { kind } = change;
  if (change.is === 'publish') {
    const plan = await planPublishing(db, kind, chosen, question);
    const changing = plan.changing.map(({ hasDraft, ...entry }) => ({
      ...entry,
      text: texts.willPublish(hasDraft),
    }));
    return { ...plan, title: texts.publishTitle, text: texts.publishText, changing };
  }
  if (change.is === 'remove') {
    const plan = await planRemoval(db, kind, chosen);
    const changing = plan.changing.map((entry) => ({ ...entry, text: texts.willRemove }));
    return { ...plan, title: texts.removeTitle, text: texts.removeText, changing };
  }
  return describeValues(db, change, chosen);
}

/** Whether a change names an entry that is not there. */
export async function isUnknown(db: Kysely<Schema>, { record, value }: ManyValue): Promise<boolean> {
  const { to, isOpen } = record;
  return to !== undefined && !isOpen && !(await storedIds(db, to, [value])).has(value);
}

async function describeValues(
  db: Kysely<Schema>,
  change: ManyValue,
  chosen: readonly ChosenEntry[],
): Promise<DescribedMany> {
  const { kind, does, value, record, how, field, toValue } = change;
  const nothing = { text: '', changing: [], same: 0, leftOut: [] };
  if (await isUnknown(db, change)) return { ...nothing, title: texts.unknownValue(record.label, value) };
  const plan = await planMany(db, kind, chosen, { field, toValue });
  const set = how === 'set' ? toValue(undefined) : value;
  const ids = [set, ...plan.changing.map(({ before }) => before)].map(String);
  const names = record.to === undefined ? new Map<string, string>() : await findNames(db, record.to, ids);
  const isState = does === 'unpublish';
  const stateOf = (one: unknown) =>
    isState ? ownValue<string>(editTexts.list.states, String(one)) : undefined;
  const shown = (one: unknown) =>
    (stateOf(one) ?? names.get(String(one)) ?? inWords(record, one)) || tableTexts.emptyValue;
  const changing = plan.changing.map(({ before, after, ...entry }) => ({
    ...entry,
    text: `${shown(before)} → ${shown(after)}`,
  }));
  const { same, leftOut } = plan;
  const titleOf = { set: texts.title, add: texts.addTitle, drop: texts.dropTitle }[how];
  return {
    title: isState ? texts.unpublishTitle : titleOf(record.label, shown(set)),
    text: isState ? texts.unpublishText : '',
    ...{ changing, same, leftOut },
  };
}

/** Names of these entries, of those too that nobody but products names. */
async function findNames(
  db: Kysely<Schema>,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'categories') {
    const rows = await readCategoryRows(db);
    return new Map(Array.from(rows, ([id, { name }]) => [id, name]));
  }
  return findTitles(db, kind, ids);
}

/** Titles of entries outside the trash by their ids. */
export async function findTitles(
  db: Kysely<Schema>,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const entries = await db
    .selectFrom('entries')
    .select(['id', 'title'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute();
  return new Map(entries.map(({ id, title }) => [id, title]));
}
