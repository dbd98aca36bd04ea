import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { ConflictPage } from '#client/edit/pages/conflict-page.tsx';
import { ListPage, listStates, type ListState } from '#client/edit/pages/list-page.tsx';
import { NewEntryPage } from '#client/edit/pages/entry-page.tsx';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { readDocument, writeDocument } from '#server/content/entry-document.ts';
import type { ChangeResult, Conflict } from '#server/features/editing/change-entry.ts';
import { documentToForm } from '#server/features/editing/document-to-form.ts';
import { changeRows, formToDocument, readForm } from '#server/features/editing/form-to-document.ts';
import { listEntries } from '#server/features/editing/list-entries.ts';
import { openEntry, type OpenEntry } from '#server/features/editing/open-entry.ts';
import { publish, withdraw, type PublishTools } from '#server/features/editing/publish.ts';
import { renameEntry } from '#server/features/editing/rename.ts';
import { createEntry, discardDraft, saveDraft } from '#server/features/editing/save-draft.ts';
import { removeEntry } from '#server/features/editing/trash.ts';
import { readLargeForm, valueOf, type SentForm } from '#server/http/large-form.ts';
import { idOf, kindOf, queryOf } from './edit-address.ts';
import { removePage, renamePage } from './address-pages.tsx';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';
import { entryPage } from './entry-page-props.tsx';
import { findChoices } from './find-choices.ts';
import { readNotice } from './notices.ts';
import { describeProblems, noProblems } from './problem-texts.ts';
import type { EditResponder } from './edit-responder.tsx';

interface EntryRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
}

/** Lists of each kind, the form of an entry, and everything that is sent from it. */
export function entryRoutes({ gate, responder, tools }: EntryRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;

  router.get(
    '/edit/:kind',
    gate.read(async (asked) => {
      const kind = kindOf(asked.request);
      if (kind === null) return responder.hide(asked);
      const query = queryOf(asked.request);
      const search = (query.get('q') ?? '').trim().normalize('NFC').slice(0, 100);
      const state = stateOf(query.get('state'));
      const listed = { search, state: state === 'all' ? null : state, after: query.get('after') };
      const page = await listEntries(db.read, kind, listed);
      const notice = readNotice(query);
      const content = <ListPage {...{ kind, search, state, notice, ...page }} />;
      responder.send({ title: editTexts.kinds[kind], content }, asked);
    }),
  );

  router.get(
    '/edit/:kind/_new',
    gate.read(async (asked) => {
      const kind = kindOf(asked.request);
      if (kind === null) return responder.hide(asked);
      const content = documentToForm(kind, { fields: {}, body: '' });
      await sendNew(asked, { kind, key: randomUUID(), id: '', content });
    }),
  );

  router.post(
    '/edit/:kind/_new',
    gate.write(async (asked) => {
      const kind = kindOf(asked.request);
      if (kind === null) return responder.hide(asked);
      const form = await readLargeForm(asked.request);
      const key = queryOf(asked.request).get('key') ?? '';
      const content = readForm(editForms[kind], form);
      const id = valueOf(form, 'id').trim();
      const row = valueOf(form, 'row');
      if (row !== '')
        return sendNew(asked, { kind, key, id, content: changeRows(editForms[kind], content, row) });
      if (!/^[\w-]{16,64}$/.test(key)) return responder.hide(asked);
      const document = writeDocument(formToDocument(kind, content, undefined));
      const mayTakeOver = valueOf(form, 'take-over') === 'on';
      const made = { editor: asked.editor, kind, key, id, document, mayTakeOver };
      const result = await createEntry(tools, made);
      if (result.kind === 'done') {
        await responder.goTo(`${editPaths.entry(kind, result.entry.id)}?done=saved`, asked);
      } else if (result.kind === 'invalid') {
        await sendNew(asked, { kind, key, id, content }, result);
      } else await responder.hide(asked);
    }, responder.keepText),
  );

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
    gate.write(async (asked) => {
      const kind = kindOf(asked.request);
      const opened = kind && (await openEntry(db.read, kind, idOf(asked.request)));
      if (!opened) return responder.hide(asked);
      const form = await readLargeForm(asked.request);
      const row = valueOf(form, 'row');
      const content = readForm(editForms[kind], form);
      const given = { kind, opened, content };
      if (row !== '')
        return sendEntry(asked, { ...given, content: changeRows(editForms[kind], content, row) });
      const version = Number(queryOf(asked.request).get('version'));
      const what = valueOf(form, 'do');
      const result = await act(what, { ...given, form, version, editor: asked.editor });
      if (result === null) return responder.hide(asked);
      if (result.kind === 'done') return goOn(what, kind, result, asked);
      if (result.kind === 'conflict') return sendConflict(asked, given, result.conflict);
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
    }, responder.keepText),
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
        return saveDraft(tools, { ...base, document: document() });
      case 'publish':
        return publish(tools, { ...base, id, document: document() });
      case 'discard':
        return discardDraft(tools, base);
      case 'unpublish':
        return withdraw(tools, { ...base, state: 'draft' });
      case 'archive':
        return withdraw(tools, { ...base, state: 'archived' });
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
    { entry }: Extract<ChangeResult, { kind: 'done' }>,
    asked: EditRequest,
  ): Promise<void> {
    const done = { save: 'saved', publish: 'published', discard: 'discarded', unpublish: 'unpublished' };
    const notice = Object.entries({
      ...done,
      archive: 'archived',
      remove: 'removed',
      rename: 'renamed',
    }).find(([name]) => name === what)?.[1];
    const undo = what === 'remove' ? `&undo=${entry.key}.${entry.version}` : '';
    const path = what === 'remove' ? editPaths.list(kind) : editPaths.entry(kind, entry.id);
    return responder.goTo(`${path}?done=${notice}${undo}`, asked);
  }

  async function sendEntry(
    asked: EditRequest,
    { kind, opened, content }: Given,
    invalid?: Extract<ChangeResult, { kind: 'invalid' }>,
  ): Promise<void> {
    const problems = invalid ? describeProblems(kind, invalid.problems) : noProblems;
    const choices = await findChoices(db.read, kind);
    const notice = invalid ? null : readNotice(queryOf(asked.request));
    const shown = { kind, opened, content, choices, problems, notice, now: tools.clock.nowIso() };
    responder.send({ ...entryPage(shown), ...(invalid && { statusCode: 422 }) }, asked);
  }

  async function sendNew(
    asked: EditRequest,
    { kind, key, id, content }: { kind: EditKind; key: string; id: string; content: FormContent },
    invalid?: Extract<ChangeResult, { kind: 'invalid' }>,
  ): Promise<void> {
    const problems = invalid ? describeProblems(kind, invalid.problems) : noProblems;
    const choices = await findChoices(db.read, kind);
    const asksToTakeOver = invalid?.problems.some(({ code }) => code === 'redirected') ?? false;
    const shown = { kind, entryKey: key, id, content, choices, problems, asksToTakeOver };
    const page = <NewEntryPage {...shown} />;
    const title = editTexts.form.createTitle[kind];
    responder.send({ title, content: page, ...(invalid && { statusCode: 422 }) }, asked);
  }

  function sendConflict(asked: EditRequest, { kind, content }: Given, conflict: Conflict): void {
    const { entry, theirs, theirName, theirAt } = conflict;
    const page = (
      <ConflictPage
        kind={kind}
        id={entry.id}
        version={entry.version}
        mine={content}
        theirs={
          theirs === null || entry.deleted_at !== null ? null : documentToForm(kind, readDocument(theirs))
        }
        theirName={theirName}
        theirAt={theirAt}
      />
    );
    responder.send({ title: editTexts.conflict.title, content: page, statusCode: 409 }, asked);
  }

  return router;
}

function addressOf(form: SentForm): Parameters<typeof removeEntry>[1]['address'] {
  return valueOf(form, 'address') === 'leads'
    ? { kind: 'leads', to: valueOf(form, 'to').trim() }
    : { kind: 'gone' };
}

function stateOf(text: string | null): ListState {
  return listStates.find((state) => state === text) ?? 'all';
}
