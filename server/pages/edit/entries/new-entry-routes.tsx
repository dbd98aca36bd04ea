import { kinds } from '#shared/kinds/kinds.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { NewEntryPage } from '#client/edit/pages/entry/new-entry-page.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { writeDocument } from '#server/content/entries/entry-document.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import type { FieldProblem } from '#server/features/editing/form/find-problems.ts';
import { changeRows } from '#server/features/editing/form/change-rows.ts';
import {
  formToDocument,
  readForm,
  withoutEmptyRows,
} from '#server/features/editing/form/form-to-document.ts';
import { createEntry } from '#server/features/editing/entries/save-draft.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { kindOf, queryOf } from '../edit-address.ts';
import { conflictPage } from './conflict-page.tsx';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from './entry-routes.tsx';
import { leavingTo, markOfContent } from '../form-mark.ts';
import { findChoices } from './find-choices.ts';
import { describeProblems } from './problem-texts.ts';

/** The form of an entry that is not there yet. */
export function newEntryRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    '/edit/:kind/_new',
    gate.read(async (edit) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
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
    responder.submit(gate, async (edit, form) => {
      const kind = kindOf(edit.request);
      if (kind === null) return responder.hide(edit);
      const key = queryOf(edit.request).get('key') ?? '';
      const typed = readForm(editForms[kind], form);
      const id = valueOf(form, 'id').trim();
      const row = valueOf(form, 'row');
      if (row !== '') {
        const changed = changeRows(editForms[kind], typed, row);
        const problems = findOversized(editForms[kind], changed);
        return sendNew(edit, { kind, key, id, content: changed }, problems.length > 0 ? 422 : 200, problems);
      }
      const content = await withPresentIds(
        db.read,
        editForms[kind],
        withoutEmptyRows(editForms[kind], typed),
      );
      if (!/^[\w-]{16,64}$/.test(key)) return responder.hide(edit);
      const oversized = findOversized(editForms[kind], content);
      const leaving = leavingTo(form, responder.basePath);
      if (oversized.length > 0 && leaving !== null) return responder.askToLeave(leaving, form, edit);
      if (oversized.length > 0) return sendNew(edit, { kind, key, id, content }, 422, oversized);
      const document = writeDocument(formToDocument(kind, content, undefined));
      const mayTakeOver = valueOf(form, 'take-over') === 'on';
      const made = { editor: edit.editor, kind, key, id, document, mayTakeOver };
      const result = await createEntry(tools, made);
      if (leaving !== null && result.kind === 'done') return responder.goTo(leaving, edit);
      if (leaving !== null && result.kind === 'invalid') return responder.askToLeave(leaving, form, edit);
      if (result.kind === 'done') {
        await responder.goTo(`${editPaths.entry(kind, result.entry.id)}?done=saved`, edit);
      } else if (result.kind === 'invalid') {
        await sendNew(edit, { kind, key, id, content }, 422, result.problems);
      } else if (result.kind === 'conflict') {
        responder.send(conflictPage(kind, content, result.conflict), edit);
      } else if (result.kind === 'missing') {
        await sendNew(edit, { kind, key: randomUUID(), id, content }, 409);
      } else await responder.hide(edit);
    }),
  );

  async function sendNew(
    edit: EditRequest,
    { kind, key, id, content }: { kind: Kind; key: string; id: string; content: FormContent },
    statusCode = 200,
    fieldProblems: readonly FieldProblem[] = [],
  ): Promise<void> {
    const problems = describeProblems(kind, fieldProblems);
    const choices = await findChoices(responder.reader(), kind, content);
    const asksToTakeOver = fieldProblems.some(({ code }) => code === 'redirected');
    const isBegun = edit.form === undefined;
    const begun = isBegun ? content : documentToForm(kind, { fields: {}, body: '' });
    const mark = markOfContent(editForms[kind], begun, isBegun ? id : '');
    const shown = { kind, entryKey: key, id, mark, content, choices, problems, asksToTakeOver };
    const page = <NewEntryPage {...shown} />;
    responder.send({ title: kinds[kind].newTitle, content: page, statusCode, hasMainForm: true }, edit);
  }

  return router;
}
