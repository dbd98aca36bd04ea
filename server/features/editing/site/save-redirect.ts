import type { Editor } from '#server/content/history/editor.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { addEvent } from '../content-events.ts';
import { mayStillDo, type EditTools } from '../entries/change-entry.ts';
import { removeRedirect } from '#server/content/entries/entry-redirects.ts';
import {
  findFromProblem,
  findRedirect,
  markGone,
  redirectToPath,
  type Redirect,
  type RedirectProblem,
} from './redirects.ts';

interface AddRedirect {
  editor: Editor;
  /** Site path, in any spelling. */
  from: string;
  /** Site path; null: the page is gone for good. */
  to: string | null;
  /** The address leads somewhere already: that may be written over. */
  mayReplace: boolean;
}

export type AddRedirectResult =
  | { kind: 'done' }
  | { kind: 'forbidden' }
  | { kind: 'refused'; problem: RedirectProblem }
  | { kind: 'taken'; by: Redirect };

/** Lets an address lead somewhere that was never one of this site's, or not one that it knows of. */
export function addRedirect(
  { db, clock }: EditTools,
  { editor, from, to, mayReplace }: AddRedirect,
): Promise<AddRedirectResult> {
  return writeTransaction(db, async (trx): Promise<AddRedirectResult> => {
    if (!(await mayStillDo(trx, db, { editor, action: 'change-redirects' }))) return { kind: 'forbidden' };
    const at = clock.nowIso();
    const wrong = await findFromProblem(trx, { from, at });
    if (wrong !== null) return { kind: 'refused', problem: wrong };
    const former = await findRedirect(trx, from);
    if (former !== null && !mayReplace) return { kind: 'taken', by: former };
    const written = { from, by: editor.name, at };
    const problem =
      to === null ? await markGone(trx, written) : await redirectToPath(trx, { ...written, to });
    if (problem) return { kind: 'refused', problem };
    const detail = to === null ? from : `${from} → ${to}`;
    await addEvent(trx, { event: 'redirect', editor, at, kind: 'redirect', id: from, detail });
    return { kind: 'done' };
  });
}

/** Removes a redirect. Resolves to the removed one, or to null when there was none. */
export function dropRedirect(
  { db, clock }: EditTools,
  { editor, from }: Pick<AddRedirect, 'editor' | 'from'>,
): Promise<Redirect | 'forbidden' | null> {
  return writeTransaction(db, async (trx) => {
    if (!(await mayStillDo(trx, db, { editor, action: 'change-redirects' }))) return 'forbidden';
    const redirect = await findRedirect(trx, from);
    if (redirect === null) return null;
    await removeRedirect(trx, redirect.from);
    const event = { event: 'remove-redirect', kind: 'redirect', id: redirect.from };
    await addEvent(trx, { ...event, editor, at: clock.nowIso() });
    return redirect;
  });
}
