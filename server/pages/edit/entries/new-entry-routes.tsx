import { kinds } from '#shared/kinds/kinds.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { NewEntryPage } from '#client/edit/pages/entry/new-entry-page.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';
import { changeRows } from '#server/features/editing/form/change-rows.ts';
import { readForm, withoutEmptyRows } from '#server/features/editing/form/form-to-document.ts';
import { listAutosaves } from '#server/features/editing/autosave/autosaves.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { dropAfterStoring, findTaken } from '../autosave/autosave-request.ts';
import { kindOf, queryOf } from '../edit-address.ts';
import { conflictPage } from './conflict/conflict-page.tsx';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { pickPage } from '../pick/pick-page.tsx';
import { pathAfter, storing } from './act-on-entry.ts';
import { previewAfter, type EditRoutesOptions } from './entry-routes.tsx';
import { leavingTo, markOfContent } from '../form-mark.ts';
import { findChoices } from './find-choices.ts';
import { describeProblems } from './problem-texts.ts';
import { entrySender } from './send-entry.ts';
import { storeNew } from './store-new.ts';

/** The form of an entry that is not there yet. */
export function newEntryRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const { sendEntry } = entrySender(responder, tools);
  const sendNew = newEntrySender(responder, tools);

  router.get(
    '/edit/:kind/_new',
    gate.ofAuthors.read(async (edit) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
      const taken = await findTaken(db.read, edit);
      if (taken !== null) {
        const { form, entryKey: key } = taken;
        const content = readForm(editForms[kind], form);
        return sendNew({ ...edit, form }, { kind, key, id: valueOf(form, 'id').trim(), content });
      }
      const id = (queryOf(edit.request).get('id') ?? '').normalize('NFC').slice(0, 100);
      const fields = id === '' ? {} : { [kinds[kind].title]: id };
      await sendNew(edit, {
        kind,
        key: randomUUID(),
        id,
        content: documentToForm(kind, { fields, body: '' }),
      });
    }),
  );

  router.post(
    '/edit/:kind/_new',
    responder.submit(gate.ofAuthors, async (edit, form) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
      const key = queryOf(edit.request).get('key') ?? '';
      const typed = readForm(editForms[kind], form);
      const id = valueOf(form, 'id').trim();
      const row = valueOf(form, 'row');
      if (row !== '') {
        const picking = await pickPage(responder, edit, form, editForms[kind]);
        if (picking) return responder.send(picking, edit);
        const changed = changeRows(editForms[kind], typed, row);
        const problems = findOversized(editForms[kind], changed);
        return sendNew(edit, { kind, key, id, content: changed }, problems.length > 0 ? 422 : 200, problems);
      }
      if (!/^[\w-]{16,64}$/.test(key)) return responder.hide(edit);
      const content = await withPresentIds(
        db.read,
        editForms[kind],
        withoutEmptyRows(editForms[kind], typed),
      );
      const leaving = leavingTo(form, responder.basePath);
      const oversized = findOversized(editForms[kind], content);
      if (oversized.length > 0 && leaving !== null) return responder.askToLeave(leaving, form, edit);
      if (oversized.length > 0) return sendNew(edit, { kind, key, id, content }, 422, oversized);
      const pressed = valueOf(form, 'do');
      const what = leaving !== null ? 'leave' : storing.has(pressed) ? pressed : 'save';
      const sent = { editor: edit.editor, kind, key, id, content, form, what };
      const { result, opened } = await storeNew(tools, sent);
      if (result === null) return responder.hide(edit);
      if (result.kind === 'done' || opened !== null) await dropAfterStoring(tools, edit, key);
      if (result.kind === 'done') {
        const { entry } = result;
        const path = previewAfter(what, kind, entry, form) ?? pathAfter(what, kind, { entry, before: id });
        return responder.goTo(leaving ?? path, edit);
      }
      if (result.kind === 'invalid' && leaving !== null) return responder.askToLeave(leaving, form, edit);
      if (result.kind === 'invalid' && opened !== null)
        return sendEntry(edit, { kind, opened, content }, result);
      if (result.kind === 'invalid') return sendNew(edit, { kind, key, id, content }, 422, result.problems);
      if (result.kind === 'conflict')
        return responder.send(
          conflictPage({ kind, mine: content, note: '', conflict: result.conflict }),
          edit,
        );
      if (result.kind === 'missing') return sendNew(edit, { kind, key: randomUUID(), id, content }, 409);
      return responder.hide(edit);
    }),
  );

  return router;
}

interface NewForm {
  kind: Kind;
  /** Key of the entry to be. */
  key: string;
  id: string;
  content: FormContent;
}

/** Answers with the form of a new entry, as it is or as it was typed. */
function newEntrySender(responder: EditResponder, { db }: PublishTools) {
  return async function sendNew(
    edit: EditRequest,
    { kind, key, id, content }: NewForm,
    statusCode = 200,
    fieldProblems: readonly FieldProblem[] = [],
  ): Promise<void> {
    const problems = describeProblems(kind, fieldProblems);
    const reader = responder.reader();
    const choices = await findChoices({ reader, editor: edit.editor }, kind, content);
    const asksToTakeOver = fieldProblems.some(({ code }) => code === 'redirected');
    const isBegun = edit.form === undefined;
    const begun = isBegun ? content : documentToForm(kind, { fields: {}, body: '' });
    const mark = markOfContent(editForms[kind], begun, isBegun ? id : '');
    const autosaves = isBegun ? await listAutosaves(db.read, edit.editor.accountId, { newOfKind: kind }) : [];
    const { now } = reader;
    const shown = { kind, entryKey: key, id, mark, content, choices, problems, asksToTakeOver, now };
    const page = <NewEntryPage {...shown} autosaves={autosaves} />;
    responder.send({ title: kinds[kind].newTitle, content: page, statusCode, hasMainForm: true }, edit);
  };
}
