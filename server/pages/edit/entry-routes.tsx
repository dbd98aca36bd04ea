import { Router } from 'express';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { addressOfEntry } from '#server/content/entry-addresses.ts';
import type { Entry } from '#server/content/revisions.ts';
import { readDocument, writeDocument } from '#server/content/entry-document.ts';
import type { ChangeResult } from '#server/features/editing/change-entry.ts';
import { documentToForm } from '#server/features/editing/document-to-form.ts';
import { changeRows, formToDocument, readForm } from '#server/features/editing/form-to-document.ts';
import { openEntry, openEntryOfForm, type OpenEntry } from '#server/features/editing/open-entry.ts';
import { publish, withdraw, type PublishTools } from '#server/features/editing/publish.ts';
import { renameEntry } from '#server/features/editing/rename.ts';
import { discardDraft, saveDraft } from '#server/features/editing/save-draft.ts';
import { removeEntry } from '#server/features/editing/trash.ts';
import { valueOf, type SentForm } from '#server/http/large-form.ts';
import { idOf, kindOf, queryOf } from './edit-address.ts';
import { removePage, renamePage } from './address-pages.tsx';
import { conflictPage } from './conflict-page.tsx';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';
import { entryPage } from './entry-page-props.tsx';
import { findChoices } from './find-choices.ts';
import { readEntryNotice } from './notices.ts';
import { describeProblems, noProblems } from './problem-texts.ts';
import type { EditResponder } from './edit-responder.tsx';

export interface EditRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
}

/** The form of an entry, and everything that is sent from it. */
export function entryRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    '/edit/:kind/:id',
    gate.read(async (asked) => {
      const kind = kindOf(asked.request);
      const opened = kind && (await openEntry(db.read, kind, idOf(asked.request)));
      if (!opened) return responder.hide(asked);
      const content = documentToForm(kind, readDocument(opened.draft?.document ?? opened.live ?? ''));
      await sendEntry(asked, { kind, opened, content });
    }),
  );

  router.post(
    '/edit/:kind/:id',
    responder.submit(gate, async (asked, form) => {
      const kind = kindOf(asked.request);
      const key = queryOf(asked.request).get('key');
      const opened = kind && (await openEntryOfForm(db.read, kind, { key, id: idOf(asked.request) }));
      if (!opened) return responder.hide(asked);
      const row = valueOf(form, 'row');
      const content = readForm(editForms[kind], form);
      const given = { kind, opened, content };
      if (row !== '')
        return sendEntry(asked, { ...given, content: changeRows(editForms[kind], content, row) });
      const version = Number(queryOf(asked.request).get('version'));
      const what = valueOf(form, 'do');
      const result = await act(what, { ...given, form, version, editor: asked.editor });
      if (result === null) return responder.hide(asked);
      if (result.kind === 'done' && what === 'preview')
        return responder.goTo(previewOf(kind, result.entry), asked);
      if (result.kind === 'done') return goOn(what, kind, { ...result, before: opened.entry.id }, asked);
      if (result.kind === 'conflict')
        return responder.send(conflictPage(kind, content, result.conflict), asked);
      if (result.kind === 'invalid' && (what === 'remove' || what === 'rename')) {
        const asking = { kind, entry: opened.entry, problems: result.problems };
        const page =
          what === 'remove'
            ? removePage({ ...asking, typed: valueOf(form, 'to') })
            : renamePage({ ...asking, typed: valueOf(form, 'id') });
        return responder.send(page, asked);
      }
      if (result.kind === 'invalid') return sendEntry(asked, given, result);
      return responder.hide(asked);
    }),
  );

  interface Given {
    kind: EditKind;
    opened: OpenEntry;
    content: FormContent;
  }

  interface Sent {
    form: SentForm;
    version: number;
    editor: EditRequest['editor'];
  }

  /** Null for what no form of ours sends. */
  async function act(
    what: string,
    { kind, opened, content, form, version, editor }: Given & Sent,
  ): Promise<ChangeResult | null> {
    const { key, id } = opened.entry;
    const base = { editor, kind, key, version };
    const status = readDocument(opened.draft?.document ?? opened.live ?? '').fields['status'];
    const document = () => writeDocument(formToDocument(kind, content, status));
    switch (what) {
      case 'save':
      case 'preview':
        return saveDraft(tools, { ...base, document: document() });
      case 'publish':
        return publish(tools, { ...base, id, document: document() });
      case 'discard':
        return discardDraft(tools, base);
      case 'unpublish':
        return withdraw(tools, { ...base, state: 'draft' });
      case 'archive':
        return withdraw(tools, { ...base, state: 'archived' });
      case 'republish':
        return opened.live === null ? null : withdraw(tools, { ...base, state: 'published' });
      case 'remove':
        return removeEntry(tools, { ...base, address: addressOf(form) });
      case 'rename':
        return renameEntry(tools, {
          ...base,
          id: valueOf(form, 'id').trim(),
          mayTakeOver: valueOf(form, 'take-over') === 'on',
        });
      default:
        return null;
    }
  }

  function goOn(
    what: string,
    kind: EditKind,
    { entry, before }: Extract<ChangeResult, { kind: 'done' }> & { before: string },
    asked: EditRequest,
  ): Promise<void> {
    const done = { save: 'saved', publish: 'published', discard: 'discarded', unpublish: 'unpublished' };
    const notice = Object.entries({
      ...done,
      archive: 'archived',
      remove: 'removed',
      rename: 'renamed',
      republish: 'published',
    }).find(([name]) => name === what)?.[1];
    const undo = what === 'remove' ? `&undo=${entry.key}.${entry.version}` : '';
    const former = what === 'rename' && before !== entry.id ? `&from=${encodeURIComponent(before)}` : '';
    const path = what === 'remove' ? editPaths.list(kind) : editPaths.entry(kind, entry.id);
    return responder.goTo(`${path}?done=${notice}${undo}${former}`, asked);
  }

  async function sendEntry(
    asked: EditRequest,
    { kind, opened, content }: Given,
    invalid?: Extract<ChangeResult, { kind: 'invalid' }>,
  ): Promise<void> {
    const problems = invalid ? describeProblems(kind, invalid.problems) : noProblems;
    const choices = await findChoices(db.read, kind);
    const notice = invalid ? null : readEntryNotice(queryOf(asked.request), kind, opened.entry);
    const shown = { kind, opened, content, choices, problems, notice, now: tools.clock.nowIso() };
    responder.send({ ...entryPage(shown), ...(invalid && { statusCode: 422 }) }, asked);
  }

  return router;
}

/** The page of the entry in a preview with its draft. */
function previewOf(kind: EditKind, { key, id }: Entry): string {
  return editPaths.preview(key, 'now', addressOfEntry(kind, id));
}

function addressOf(form: SentForm): Parameters<typeof removeEntry>[1]['address'] {
  return valueOf(form, 'address') === 'leads'
    ? { kind: 'leads', to: valueOf(form, 'to').trim() }
    : { kind: 'gone' };
}
