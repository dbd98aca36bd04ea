import { Router, type RequestHandler } from 'express';
import { AutosavePage } from '#client/edit/pages/entry/autosave-page.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { keepingTexts } from '#shared/locale/editors/keeping-texts.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { readDocument, type EntryDocument } from '#server/content/entries/entry-document.ts';
import type { ContentWork } from '#server/content/thread/content-work.ts';
import { dropAutosave, findAutosave, keepAutosave } from '#server/features/editing/autosave/autosaves.ts';
import { notePresence } from '#server/features/editing/autosave/presence.ts';
import { openEntryOfForm } from '#server/features/editing/entries/open-entry.ts';
import { documentToForm } from '#server/features/editing/form/document-to-form.ts';
import { withPresentIds } from '#server/features/editing/form/find-present-ids.ts';
import {
  formToDocument,
  readForm,
  withoutEmptyRows,
} from '#server/features/editing/form/form-to-document.ts';
import { mayDo } from '#server/features/editing/may-do.ts';
import { httpError } from '#server/http/answer/http-error.ts';
import { readLargeForm } from '#server/http/form/large-form.ts';
import { compareDocuments } from '../document-changes.ts';
import { versionOf } from '../edit-address.ts';
import { mayOpen } from '#server/features/editing/may-do.ts';
import type { EditDoors } from '../edit-gate.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { isWhole } from '../text-keeper.tsx';
import { sentForm, slotOf, textsIn, titleIn } from './autosave-request.ts';

/**
 * Texts of open forms, as the script of the edit area sends them, and who has the form open. What is sent here is
 * written to no entry.
 */
export function autosaveRoutes({
  gate,
  responder,
  tools,
  contentWork,
}: EditRoutesOptions & { contentWork: ContentWork }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const address = '/edit/:kind/:id/autosave';

  router.put(
    address,
    ofScript(gate.ofAuthors, async (edit) => {
      const slot = slotOf(edit);
      if (slot === null || !mayDo(edit.editor.role, 'save')) return responder.hide(edit);
      const form = await readLargeForm(edit.request);
      if (!isWhole(form)) throw httpError(422, 'the page with the form was cut off');
      const baseVersion = versionOf(edit.request);
      const title = titleIn(slot.kind, form);
      const savedAt = await keepAutosave(tools, { ...slot, ...textsIn(form), title, baseVersion });
      edit.response.set('Cache-Control', 'no-store').json({ savedAt });
    }),
  );

  router.delete(
    address,
    ofScript(gate.ofAuthors, async (edit) => {
      const slot = slotOf(edit);
      if (slot === null) return responder.hide(edit);
      await dropAutosave(tools, slot);
      edit.response.set('Cache-Control', 'no-store').status(204).end();
    }),
  );

  router.put(
    '/edit/:kind/:id/presence',
    ofScript(gate.ofAuthors, async (edit) => {
      const slot = slotOf(edit);
      if (slot === null) return responder.hide(edit);
      const presence = await notePresence(tools, { ...slot, editor: edit.editor });
      if (presence === null) return responder.hide(edit);
      edit.response.set('Cache-Control', 'no-store').json(presence);
    }),
  );

  router.get(
    address,
    gate.ofAuthors.read(async (edit) => {
      const slot = slotOf(edit);
      const autosave = slot && (await findAutosave(db.read, slot));
      if (!autosave) return responder.hide(edit);
      const { kind, entryKey, tab, savedAt, baseVersion } = autosave;
      const opened = await openEntryOfForm(db.read, kind, { key: entryKey, id: '' });
      if (opened !== null && !mayOpen(edit.editor, opened.entry)) return responder.hide(edit);
      const stored = readDocument(opened?.draft?.document ?? opened?.live ?? '');
      const status = stored.fields['status'];
      const typed = readForm(editForms[kind], sentForm(autosave));
      const content = await withPresentIds(db.read, editForms[kind], typed);
      const change = await compareDocuments(
        meantBy(kind, documentToForm(kind, stored), status),
        meantBy(kind, content, status),
        contentWork,
      );
      const shown = {
        ...{ kind, place: { id: opened?.entry.id ?? null, entryKey, tab }, savedAt, change },
        title: opened?.entry.title ?? '',
        isOutdated: opened !== null && opened.entry.version !== baseVersion,
      };
      responder.send({ title: keepingTexts.autosave.title, content: <AutosavePage {...shown} /> }, edit);
    }),
  );

  router.post(
    address,
    responder.submit(gate.ofAuthors, async (edit) => {
      const slot = slotOf(edit);
      if (slot === null) return responder.hide(edit);
      const opened = await openEntryOfForm(db.read, slot.kind, { key: slot.entryKey, id: '' });
      await dropAutosave(tools, slot);
      const isOpen = opened !== null && mayOpen(edit.editor, opened.entry);
      return responder.goTo(isOpen ? editPaths.entry(slot.kind, opened.entry.id) : editPaths.home, edit);
    }),
  );

  return router;
}

/** Both sides as a form says them: a value that is only spelled otherwise is no difference. */
function meantBy(kind: Kind, content: FormContent, status: unknown): EntryDocument {
  return formToDocument(kind, withoutEmptyRows(editForms[kind], content), status);
}

/** Lets editors send what a script sends: no page shows the answer, and no text of it is the only one. */
function ofScript(gate: EditDoors, handle: (edit: EditRequest) => Promise<void>): RequestHandler {
  return gate.write(handle, {
    async withoutSession(_request, _response, failure) {
      if (failure !== undefined) throw failure;
      throw httpError(401, 'the session has ended');
    },
    ofReader: async () => false,
  });
}
