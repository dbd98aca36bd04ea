import { Router } from 'express';
import { editForms } from '#shared/editing/edit-forms.ts';
import { editPaths, type EditKind } from '#shared/editing/edit-paths.ts';
import type { FormContent } from '#shared/editing/form-values.ts';
import { editTexts } from '#shared/locale/edit-texts.ts';
import { addressOfEntry } from '#server/content/entry-addresses.ts';
import type { Entry } from '#server/content/revisions.ts';
import { readDocument } from '#server/content/entry-document.ts';
import type { ChangeResult, Conflict } from '#server/features/editing/change-entry.ts';
import { documentToForm } from '#server/features/editing/document-to-form.ts';
import { findOversized } from '#server/features/editing/find-oversized.ts';
import { changeRows, readForm, withoutEmptyRows } from '#server/features/editing/form-to-document.ts';
import { withPresentIds } from '#server/features/editing/find-present-ids.ts';
import { withSuggestions } from '#server/features/editing/suggest-names.ts';
import { openEntry, openEntryOfForm } from '#server/features/editing/open-entry.ts';
import type { PublishTools } from '#server/features/editing/publish.ts';
import { OverloadedError } from '#server/errors.ts';
import { valueOf, type SentForm } from '#server/http/large-form.ts';
import { actOnEntry, pathAfter, storing, type OpenForm } from './act-on-entry.ts';
import { idOf, kindOf, queryOf, versionOf } from './edit-address.ts';
import { removePage, renamePage, type AddressPageProps } from './address-pages.tsx';
import { conflictPage } from './conflict-page.tsx';
import type { EditGate } from './edit-gate.ts';
import type { EditRequest } from './edit-request.ts';
import { dueAtOf, entryPage, type EntryPageOptions } from './entry-page-props.tsx';
import { isTouched, leavingTo } from './form-mark.ts';
import { findChoices } from './find-choices.ts';
import { readEntryNotice } from './notices.ts';
import { describeProblems, describeRefused, noProblems } from './problem-texts.ts';
import type { EditResponder } from './edit-responder.tsx';
import type { EditPage } from './send-edit-page.tsx';

export interface EditRoutesOptions {
  gate: EditGate;
  responder: EditResponder;
  tools: PublishTools;
}

/** The form of an entry, and everything that is sent from it. */
export function entryRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const { basePath } = responder;

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
      const typed = readForm(editForms[kind], form);
      if (row !== '') {
        const changed = changeRows(editForms[kind], typed, row);
        return sendEntry(asked, { kind, opened, content: changed }, invalidRows(kind, changed));
      }
      const content = await withPresentIds(db.read, editForms[kind], withoutEmptyRows(typed));
      const given = { kind, opened, content };
      const version = versionOf(asked.request);
      const leaving = leavingTo(form, basePath);
      const what = leaving === null ? valueOf(form, 'do') : 'leave';
      const result = await actOnEntry(tools, what, { ...given, form, version, editor: asked.editor });
      if (result === null) return responder.hide(asked);
      if (result.kind === 'done') {
        const after = () => pathAfter(what, kind, { ...result, before: opened.entry.id });
        const path = what === 'preview' ? previewOf(kind, result.entry) : after();
        return responder.goTo(leaving ?? path, asked);
      }
      if (leaving !== null && result.kind === 'invalid') return responder.askToLeave(leaving, form, asked);
      if (result.kind === 'conflict' && holdsText(what, form))
        return responder.send(conflictPage(kind, content, result.conflict), asked);
      if (result.kind === 'conflict') return sendOvertaken(asked, kind, result.conflict, form);
      const asking = { db: db.read, kind, entry: opened.entry };
      const page =
        result.kind === 'invalid' && (await addressPage(form, { ...asking, problems: result.problems }));
      if (page) return responder.send(page, asked);
      if (result.kind === 'invalid') {
        const present = result.kept && (await openEntry(db.read, kind, result.kept.id));
        return sendEntry(asked, { ...given, opened: present ?? opened }, result);
      }
      return responder.hide(asked);
    }),
  );

  /** Somebody was first, and the button stored no text: nothing is done until it has been seen. */
  async function sendOvertaken(
    asked: EditRequest,
    kind: EditKind,
    { entry, isOwn }: Conflict,
    form: SentForm,
  ): Promise<void> {
    const problem = isOwn ? editTexts.conflict.ownOvertaken : editTexts.conflict.overtaken;
    const page = await addressPage(form, { db: db.read, kind, entry, problem });
    const opened = await openEntry(db.read, kind, entry.id);
    if (opened?.entry.key !== entry.key) return responder.hide(asked);
    if (page) return responder.send({ ...page, statusCode: 409 }, asked);
    const content = documentToForm(kind, readDocument(opened.draft?.document ?? opened.live ?? ''));
    const notice = { kind: 'problem', text: problem } as const;
    await sendShown(asked, { kind, opened, content, problems: noProblems, notice, isTyped: false }, 409);
  }

  async function sendEntry(
    asked: EditRequest,
    { kind, opened, content }: OpenForm,
    invalid?: Invalid,
  ): Promise<void> {
    const found = await withSuggestions(db.read, editForms[kind], invalid?.problems ?? []);
    const problems = describeProblems(kind, found);
    const shownEntry = { ...opened, dueAt: dueAtOf(opened, tools.clock.nowIso()) };
    const notice = invalid ? null : readEntryNotice(queryOf(asked.request), shownEntry);
    const isKept = invalid?.kept !== undefined;
    const isTyped = asked.form !== undefined && !isKept;
    const done = queryOf(asked.request).get('done') ?? '';
    const warnings = storedNotices.has(done) ? await findWarnings(tools, content.body) : [];
    const shown = { kind, opened, content, problems, isKept, warnings, notice, isTyped };
    await sendShown(asked, shown, invalid ? 422 : 200);
  }

  async function sendShown(
    asked: EditRequest,
    shown: Omit<EntryPageOptions, 'choices' | 'now'>,
    statusCode: number,
  ): Promise<void> {
    const choices = await findChoices(db.read, shown.kind, shown.content);
    responder.send({ ...entryPage({ ...shown, choices, now: tools.clock.nowIso() }), statusCode }, asked);
  }

  return router;
}

/** What an address says when a text has just been stored (`pathAfter`). */
const storedNotices = new Set(['saved', 'published']);

async function findWarnings({ render }: PublishTools, body: string): Promise<string[]> {
  try {
    return (await render(body)).warnings.map(describeRefused);
  } catch (error) {
    // Nobody's form waits for what is only good to know.
    if (error instanceof OverloadedError) return [];
    throw error;
  }
}

type Invalid = Extract<ChangeResult, { kind: 'invalid' }>;

/** What a form says of its rows when one was added, before anything is stored. */
function invalidRows(kind: EditKind, content: FormContent): Invalid | undefined {
  const problems = findOversized(editForms[kind], content);
  return problems.length > 0 ? { kind: 'invalid', problems } : undefined;
}

/** The page that a form came from which gives an entry another address or none, with what was typed. Else null. */
async function addressPage(
  form: SentForm,
  asking: Omit<AddressPageProps, 'typed'>,
): Promise<EditPage | null> {
  switch (valueOf(form, 'do')) {
    case 'remove':
      return removePage({ ...asking, typed: valueOf(form, 'to') });
    case 'rename':
      return renamePage({ ...asking, typed: valueOf(form, 'id') });
    default:
      return null;
  }
}

/** Whether something stands in the form that somebody else's text is to be compared with. */
function holdsText(what: string, form: SentForm): boolean {
  return storing.has(what) || (form.has('body') && isTouched(form));
}

/** The page of the entry in a preview with its draft. */
function previewOf(kind: EditKind, { key, id }: Entry): string {
  return editPaths.preview(key, 'now', addressOfEntry(kind, id));
}
