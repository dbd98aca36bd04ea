import type { Kind } from '#shared/kinds/kind-names.ts';
import { Router } from 'express';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { mergeButton } from '#shared/editing/main-form.ts';
import { entryPath } from '#shared/address/paths.ts';
import { withQuery } from '#shared/address/spell-query.ts';
import { previewTimeField } from '#shared/editing/main-form.ts';
import type { Entry } from '#server/content/history/revisions.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import { isNameAlone } from '#server/content/entries/naming-entries.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { findOversized } from '#server/features/editing/form/find-oversized.ts';
import { changeRows } from '#server/features/editing/form/change-rows.ts';
import { readForm, withoutEmptyRows } from '#server/features/editing/form/form-to-document.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import { openEntry, openEntryOfForm, type OpenEntry } from '#server/features/editing/entries/open-entry.ts';
import { mayOpen } from '#server/features/editing/may-do.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { actOnEntry, pathAfter, storing } from './act-on-entry.ts';
import { dropAfterStoring, findTaken } from '../autosave/autosave-request.ts';
import { idOf, kindOf, queryOf, versionOf } from '../edit-address.ts';
import type { EditGate } from '../edit-gate.ts';
import { isTouched, leavingTo, markIn } from '../form-mark.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { pickPage } from '../pick/pick-page.tsx';
import { meantButton } from './typed-times.ts';
import { conflictSender } from './conflict/send-conflict.ts';
import { addressPage, entrySender, type Invalid } from './send-entry.ts';

export interface EditRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
}

interface EntryRoutesOptions extends EditRoutesOptions {
  contentWork: Pick<ContentWork, 'merge'>;
}

/** The form of an entry, and everything that is sent from it. */
export function entryRoutes({ gate, responder, tools, contentWork }: EntryRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const { basePath } = responder;
  const { sendEntry, sendOvertaken, sendShown } = entrySender(responder, tools);
  const { sendConflict, sendMerged } = conflictSender({ db, responder, contentWork, sendShown });

  router.get(
    '/edit/:kind/:id',
    gate.ofAuthors.read(async (edit) => {
      const kind = kindOf(edit.request);
      const id = idOf(edit.request);
      const opened = kind && (await openEntry(db.read, kind, id));
      // The link on the page of an entry leads there, whoever has made it.
      const isOwn = mayOpen(edit.editor, opened?.entry ?? { made_by: null });
      if (kind !== null && !isOwn) return responder.goTo(`${editPaths.home}?done=notOwn`, edit);
      if (!opened) {
        const isName = kind !== null && (await isNameAlone(db.read, kind, id));
        return isName ? responder.goTo(editPaths.newEntry(kind, id), edit) : responder.hide(edit);
      }
      const taken = await findTaken(db.read, edit);
      if (taken?.entryKey === opened.entry.key) {
        const { form, baseVersion: version } = taken;
        const entry = { ...opened.entry, version };
        const content = readForm(editForms[kind], form);
        return sendEntry({ ...edit, form }, { kind, opened: { ...opened, entry }, content });
      }
      const content = documentToForm(kind, readDocument(opened.draft?.document ?? opened.live ?? ''));
      await sendEntry(edit, { kind, opened, content });
    }),
  );

  router.post(
    '/edit/:kind/:id',
    responder.submit(gate.ofAuthors, async (edit, form) => {
      const kind = kindOf(edit.request);
      const key = queryOf(edit.request).get('key');
      const opened = kind && (await openEntryOfForm(db.read, kind, { key, id: idOf(edit.request) }));
      if (!opened || !mayOpen(edit.editor, opened.entry)) return responder.hide(edit);
      const row = valueOf(form, 'row');
      const typed = readForm(editForms[kind], form);
      if (row !== '') {
        const picking = await pickPage(responder, edit, form, editForms[kind]);
        if (picking) return responder.send(picking, edit);
        const changed = changeRows(editForms[kind], typed, row);
        const sent = asSent(opened, versionOf(edit.request));
        return sendEntry(edit, { kind, opened: sent, content: changed }, invalidRows(kind, changed));
      }
      const content = await withPresentIds(
        db.read,
        editForms[kind],
        withAnswer(withoutEmptyRows(editForms[kind], typed), valueOf(form, 'answer')),
      );
      const given = { kind, opened, content };
      const version = versionOf(edit.request);
      const leaving = leavingTo(form, basePath);
      const pressed = form.has('answer') ? 'publish' : valueOf(form, 'do');
      if (pressed === mergeButton) return sendMerged(edit, given);
      const what = leaving === null ? meantButton(pressed, content, tools.clock.nowIso()) : 'leave';
      const result = await actOnEntry(tools, what, { ...given, form, version, editor: edit.editor });
      if (result === null) return responder.hide(edit);
      const isStored = result.kind === 'done' || (result.kind === 'invalid' && result.kept !== undefined);
      if (isStored) await dropAfterStoring(tools, edit, opened.entry.key);
      if (result.kind === 'done') {
        const after = () => pathAfter(what, kind, { ...result, before: opened.entry.id });
        const path = previewAfter(what, kind, result.entry, form) ?? after();
        return responder.goTo(leaving ?? path, edit);
      }
      if (leaving !== null && result.kind === 'invalid') return responder.askToLeave(leaving, form, edit);
      if (result.kind === 'conflict' && holdsText(what, form))
        return sendConflict(
          edit,
          { kind, mine: content, conflict: result.conflict },
          { version, mark: markIn(form) ?? '' },
        );
      if (result.kind === 'conflict') return sendOvertaken(edit, kind, result.conflict, form);
      const asking = { db: db.read, kind, entry: opened.entry };
      const page =
        result.kind === 'invalid' && (await addressPage(form, { ...asking, problems: result.problems }));
      if (page) return responder.send(page, edit);
      if (result.kind === 'invalid') {
        const present = result.kept && (await openEntry(db.read, kind, result.kept.id));
        return sendEntry(edit, { ...given, opened: present ?? asSent(opened, version) }, result);
      }
      return responder.hide(edit);
    }),
  );

  return router;
}

/**
 * The entry with the version from which a form was made: the form that comes back with its text is no newer, and meets
 * what others have stored meanwhile.
 */
function asSent(opened: OpenEntry, version: number): OpenEntry {
  return { ...opened, entry: { ...opened.entry, version } };
}

/** Problems of the rows of a form when one was added, before anything is stored. */
function invalidRows(kind: Kind, content: FormContent): Invalid | undefined {
  const problems = findOversized(editForms[kind], content);
  return problems.length > 0 ? { kind: 'invalid', problems } : undefined;
}

/** Puts the answer to the question which name is meant into its field: `NAME:use:ID`, or `NAME:keep`. */
function withAnswer(content: FormContent, answer: string): FormContent {
  const [, field, id] = /^(\w+):use:(.+)$/.exec(answer) ?? [];
  if (field === undefined || id === undefined || !Object.hasOwn(content.values, field)) return content;
  return { ...content, values: { ...content.values, [field]: id } };
}

/** Whether the form holds a text to compare with somebody else's. */
function holdsText(what: string, form: SentForm): boolean {
  return storing.has(what) || (form.has('body') && isTouched(form));
}

/** The page of the entry in a preview with its draft, for the buttons that lead there; null for others. */
export function previewAfter(what: string, kind: Kind, { key, id }: Entry, form: SentForm): string | null {
  const path = entryPath(kind, id);
  if (what === 'preview') return editPaths.preview(key, 'now', path);
  if (what !== 'preview-at') return null;
  const at = valueOf(form, previewTimeField).slice(0, 100);
  return withQuery(editPaths.previewAt(key), [
    ['at', at],
    ['path', path],
  ]);
}
