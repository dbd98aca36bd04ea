import { Router } from 'express';
import { ManyPage } from '#client/edit/pages/many/many-page.tsx';
import { WrittenPage } from '#client/edit/pages/table/written-page.tsx';
import type { EditField } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { tableTexts } from '#shared/locale/editors/table-texts.ts';
import { createDraftParser } from '#server/features/editing/entries/parse-draft.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import { changeMany, type LeftOut, type ManyResult } from '#server/features/editing/many/change-many.ts';
import { publishMany, removeMany } from '#server/features/editing/many/each-entry.ts';
import { planMany } from '#server/features/editing/many/plan-many.ts';
import { undoMany } from '#server/features/editing/many/undo-many.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { kindOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { entryNotes } from '../table/table-words.ts';
import { describeMany, findTitles, isUnknown } from './describe-many.ts';
import { isMoment, undoOf } from './many-notice.ts';
import { chosenIn, readChange, type ManyChange, type ManyValue } from './read-many.ts';

const texts = tableTexts.many;

/** Routes of one change to many chosen entries: confirmed first, then made, and taken back as one. */
export function manyRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const parse = createDraftParser((source) => tools.render(source));

  router.post(
    '/edit/:kind/_many',
    responder.submit(gate, async (edit, form) => {
      const kind = kindOf(edit.request);
      if (kind !== null && valueOf(form, 'do') === 'undo') return undo(edit, form, kind);
      const asked = kind && readChange(kind, form);
      if (!asked) return responder.hide(edit);
      const change = asked.is === 'value' ? await withPresentId(tools, asked) : asked;
      const isRight = change.is !== 'value' || !(await isUnknown(db.read, change));
      const isConfirmed = valueOf(form, 'do') === 'change' && isRight;
      return isConfirmed ? write(edit, form, change) : ask(edit, form, change);
    }),
  );

  async function ask(edit: EditRequest, form: SentForm, change: ManyChange): Promise<void> {
    const { kind, does, value } = change;
    const question = { parse, now: tools.clock.nowIso() };
    const { leftOut, ...described } = await describeMany(db.read, change, chosenIn(form), question);
    const titles = new Map(leftOut.map(({ id, title }) => [id, title]));
    const notes = entryNotes(kind, leftOut, titles, texts.changed);
    const back = backOf(form, true).toString();
    const content = <ManyPage {...{ ...described, kind, back }} leftOut={notes} change={{ does, value }} />;
    const statusCode = described.changing.length === 0 ? 422 : 200;
    responder.send({ title: described.title, content, statusCode }, edit);
  }

  async function write(edit: EditRequest, form: SentForm, change: ManyChange): Promise<void> {
    const { kind } = change;
    const entries = { editor: edit.editor, kind, chosen: chosenIn(form) };
    const result =
      change.is === 'publish'
        ? await publishMany(tools, entries)
        : change.is === 'remove'
          ? await removeMany(tools, entries)
          : await writeValues(tools, change, entries);
    if (result.kind === 'forbidden') return responder.hide(edit);
    const { at, changed, leftOut } = result;
    const query = backOf(form, false);
    if (leftOut.length > 0) {
      const wayBack = changed > 0 ? undoOf(kind, { query, at }) : {};
      return sendLeftOut(edit, {
        kind,
        notice: { text: texts.doneBesides(changed), ...wayBack },
        leftOut,
        query,
      });
    }
    query.set('changed', String(changed));
    query.set('at', at);
    return responder.goTo(`${editPaths.list(kind)}?${query}`, edit);
  }

  async function undo(edit: EditRequest, form: SentForm, kind: Kind): Promise<void> {
    const at = valueOf(form, 'at');
    const result = isMoment(at) ? await undoMany(tools, { editor: edit.editor, kind, at }) : null;
    if (result?.kind !== 'done') return responder.hide(edit);
    const { changed, leftOut } = result;
    const query = backOf(form, false);
    if (leftOut.length > 0)
      return sendLeftOut(edit, { kind, notice: { text: texts.undoneBesides(changed) }, leftOut, query });
    query.set('undone', String(changed));
    return responder.goTo(`${editPaths.list(kind)}?${query}`, edit);
  }

  interface WithLeftOut {
    kind: Kind;
    notice: { text: string } & ReturnType<typeof undoOf>;
    leftOut: readonly LeftOut[];
    query: URLSearchParams;
  }

  /** Answers with the entries that stayed as they were. */
  async function sendLeftOut(
    edit: EditRequest,
    { kind, notice, leftOut, query }: WithLeftOut,
  ): Promise<void> {
    const ids = leftOut.map(({ id }) => id);
    const notes = entryNotes(kind, leftOut, await findTitles(db.read, kind, ids), texts.changed);
    const back = { to: `${editPaths.list(kind)}?${query}`, label: texts.back };
    const content = <WrittenPage {...{ kind, title: texts.legend, notice, back }} leftOut={notes} />;
    responder.send({ title: texts.legend, content, statusCode: 409 }, edit);
  }

  return router;
}

/** A typed title or a former id stands for the entry that it names. */
async function withPresentId({ db }: PublishTools, change: ManyValue): Promise<ManyValue> {
  const { to, isOpen } = change.record;
  if (to === undefined || isOpen) return change;
  const field: EditField = { name: 'into', label: '', type: 'reference', to };
  const typed = { values: { into: change.value.trim() }, body: '' };
  const value = String((await withPresentIds(db.read, [field], typed)).values['into']);
  return { ...change, value, toValue: () => value };
}

async function writeValues(
  tools: PublishTools,
  { kind, field, does, toValue }: ManyValue,
  { editor, chosen }: Parameters<typeof publishMany>[1],
): Promise<ManyResult> {
  const plan = await planMany(tools.db.read, kind, chosen, { field, toValue });
  const changes = plan.changing.map(({ id, version, after }) => ({
    id,
    version,
    fields: { [field]: after },
  }));
  const action = does === 'unpublish' ? 'withdraw' : 'publish';
  const result = await changeMany(tools, { editor, action, kind, changes });
  if (result.kind === 'forbidden') return result;
  return { ...result, leftOut: [...plan.leftOut, ...result.leftOut] };
}

/** Query of the list to go back to; what was typed there goes along until it is done. */
function backOf(form: SentForm, isAsking: boolean): URLSearchParams {
  const query = new URLSearchParams(valueOf(form, 'back'));
  for (const name of typedNames) {
    const typed = valueOf(form, name);
    if (!isAsking) query.delete(name);
    else if (typed !== '') query.set(name, typed);
  }
  return query;
}

const typedNames = ['badges', 'tags'];
