import type { Kysely } from 'kysely';
import { tabField } from '#shared/editing/main-form.ts';
import { isTypedName } from '#shared/editing/typed-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Schema } from '#server/db/schema.ts';
import {
  dropStored,
  findAutosave,
  type Autosave,
  type Slot,
} from '#server/features/editing/autosave/autosaves.ts';
import type { PublishTools } from '#server/features/editing/entries/publish.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';
import { requestLogOf } from '#server/http/request/request-log.ts';
import { kindOf, queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import { markOf } from '../form-mark.ts';

/** Kind and slot that an address names; null when it names none. */
export function slotOf({ editor, request }: EditRequest, tabName = 'tab'): (Slot & { kind: Kind }) | null {
  const kind = kindOf(request);
  const query = queryOf(request);
  const [entryKey, tab] = [query.get('key') ?? '', query.get(tabName) ?? ''];
  if (kind === null || !/^[\w-]{16,64}$/.test(entryKey) || !isTab(tab)) return null;
  return { kind, entryKey, accountId: editor.accountId, tab };
}

function isTab(text: string): boolean {
  return /^[\w-]{8,40}$/.test(text);
}

/** Title in a form that was sent. */
export function titleIn(kind: Kind, form: SentForm): string {
  return valueOf(form, `f.${kinds[kind].title}`).trim();
}

/** The texts of a form, and their mark. */
export function textsIn(form: SentForm): Pick<Autosave, 'form' | 'hash'> {
  const typed = [...form].flatMap(([name, [value = '']]): [string, string][] =>
    isTypedName(name) ? [[name, value]] : [],
  );
  return { form: typed, hash: markOf(typed) };
}

/** An autosave as the form that was sent. */
export function sentForm({ form }: Pick<Autosave, 'form'>): SentForm {
  return new Map(form.map(([name, value]) => [name, [value]]));
}

/** Autosave that the address of a form asks for. Null when it asks for none, or for one that is gone. */
export async function findTaken(
  db: Kysely<Schema>,
  edit: EditRequest,
): Promise<(Pick<Autosave, 'entryKey' | 'baseVersion'> & { form: SentForm }) | null> {
  const slot = slotOf(edit, 'autosave');
  const autosave = slot && (await findAutosave(db, slot));
  if (!autosave) return null;
  return { entryKey: autosave.entryKey, baseVersion: autosave.baseVersion, form: sentForm(autosave) };
}

/**
 * Drops the autosaves of a form whose texts are stored now. It is stored either way: what cannot be dropped is offered
 * once more.
 */
export async function dropAfterStoring(
  { db }: Pick<PublishTools, 'db'>,
  { editor, response, form }: EditRequest,
  entryKey: string,
): Promise<void> {
  if (!form?.has('body')) return;
  const slot = { entryKey, accountId: editor.accountId, tab: valueOf(form, tabField) };
  try {
    await dropStored({ db }, slot, textsIn(form).hash);
  } catch (error) {
    requestLogOf(response).warn({ err: error }, 'the autosave of a stored form could not be dropped');
  }
}
