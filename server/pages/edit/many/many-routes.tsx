import { Router } from 'express';
import { ManyPage } from '#client/edit/pages/many/many-page.tsx';
import { WrittenPage } from '#client/edit/pages/table/written-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Field } from '#shared/kinds/fields.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { separators } from '#shared/locale/editors/edit-field-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { readCategoryRows } from '#server/content/category-tree.ts';
import { changeMany } from '#server/features/editing/many/change-many.ts';
import { planMany, type ChosenEntry } from '#server/features/editing/many/plan-many.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { kindOf, numberIn } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { entryNotes, inWords } from '../table/table-words.ts';

const texts = tableTexts.many;

/** More than a list has rows. */
const maxChosen = 200;

/** Routes of one change to many chosen entries: confirmed first, then made in one transaction. */
export function manyRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.post(
    '/edit/:kind/_many',
    responder.submit(gate, async (edit, form) => {
      const kind = kindOf(edit.request);
      const change = kind && changeIn(kind, form);
      if (!change) return responder.hide(edit);
      return valueOf(form, 'do') === 'change' ? write(edit, form, change) : ask(edit, form, change);
    }),
  );

  async function ask(edit: EditRequest, form: SentForm, change: Change): Promise<void> {
    const { kind, field, value, record } = change;
    const meant = meantBy(change);
    const names = record.to === 'categories' ? await readCategoryRows(db.read) : new Map();
    const shown = (value: unknown) => names.get(String(value))?.name ?? inWords(record, value);
    const plan = await planMany(db.read, kind, chosenIn(form), { field, value: meant });
    const titles = new Map(plan.leftOut.map(({ id, title }) => [id, title]));
    const changing = plan.changing.map(({ before, ...entry }) => ({
      ...entry,
      text: `${shown(before) || tableTexts.emptyValue} → ${shown(meant) || tableTexts.emptyValue}`,
    }));
    const title =
      field === 'status'
        ? texts.unpublishTitle
        : texts.title(record.label, shown(meant) || tableTexts.emptyValue);
    const content = (
      <ManyPage
        {...{ kind, title, changing }}
        change={{ field, value }}
        same={plan.same}
        leftOut={entryNotes(kind, plan.leftOut, titles, texts.changed)}
        back={backWithTyped(form)}
      />
    );
    responder.send({ title, content, statusCode: changing.length === 0 ? 422 : 200 }, edit);
  }

  async function write(edit: EditRequest, form: SentForm, change: Change): Promise<void> {
    const { kind, field } = change;
    const chosen = chosenIn(form);
    const fields = { [field]: meantBy(change) };
    const action = field === 'status' ? 'withdraw' : 'publish';
    const changes = chosen.map((entry) => ({ ...entry, fields }));
    const result = await changeMany(tools, { editor: edit.editor, action, kind, changes });
    if (result.kind === 'forbidden') return responder.hide(edit);
    const { changed } = result;
    const query = new URLSearchParams(valueOf(form, 'back'));
    if (field === 'badges') query.delete(field);
    if (result.leftOut.length === 0) {
      query.set('changed', String(changed));
      return responder.goTo(`${editPaths.list(kind)}?${query}`, edit);
    }
    const titles = await findTitles(
      kind,
      result.leftOut.map(({ id }) => id),
    );
    const leftOut = entryNotes(kind, result.leftOut, titles, texts.changed);
    const back = `${editPaths.list(kind)}?${query}`;
    const title = texts.legend;
    const content = (
      <WrittenPage {...{ kind, title, changed, leftOut }} back={{ to: back, label: texts.back }} />
    );
    responder.send({ title, content, statusCode: 409 }, edit);
  }

  async function findTitles(kind: Kind, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const entries = await db.read
      .selectFrom('entries')
      .select(['id', 'title'])
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids)
      .execute();
    return new Map(entries.map(({ id, title }) => [id, title]));
  }

  return router;
}

interface Change {
  kind: Kind;
  /** Key of the front matter. */
  field: string;
  value: string;
  record: Field;
}

/** The change that a button or its confirmation asks for; null for one that no form of ours has. */
function changeIn(kind: Kind, form: SentForm): Change | null {
  const { many = [], fields } = kinds[kind];
  if (many.length === 0) return null;
  const done = valueOf(form, 'do');
  const isConfirmed = done === 'change';
  const field = isConfirmed ? valueOf(form, 'field') : done === 'unpublish' ? 'status' : done;
  const value = isConfirmed ? valueOf(form, 'value') : done === 'unpublish' ? 'draft' : valueOf(form, field);
  if (field === 'status') return value === 'draft' ? { kind, field, value, record: stateField } : null;
  const record = many.includes(field) ? ownValue(fields, field) : undefined;
  return record === undefined ? null : { kind, field, value, record };
}

/** The value that a text of a form stands for; null empties the field. */
function meantBy({ record, value }: Change): string | string[] | null {
  if (record.type !== 'lines') return value;
  const lines = value.split(separators).flatMap((line) => line.trim() || []);
  return lines.length === 0 ? null : lines;
}

/** The state of an entry, which is no field of its form. */
const stateField: Field = { type: 'choice', label: '', options: ['draft', 'published', 'archived'] };

/** Query of the list, with the badges that were typed there. */
function backWithTyped(form: SentForm): string {
  const query = new URLSearchParams(valueOf(form, 'back'));
  const badges = valueOf(form, 'badges');
  if (badges !== '') query.set('badges', badges);
  return query.toString();
}

/** Boxes that were ticked, or all of the page. */
function chosenIn(form: SentForm): ChosenEntry[] {
  const boxes = form.get(valueOf(form, 'all') === 'on' ? 'listed' : 'chosen') ?? [];
  const chosen = boxes.slice(0, maxChosen).flatMap((box): ChosenEntry[] => {
    const [, typed, id = ''] = /^(\d+) (.+)$/.exec(box) ?? [];
    const version = numberIn(typed);
    return version === null ? [] : [{ id, version }];
  });
  return [...new Map(chosen.map((entry) => [entry.id, entry])).values()];
}
