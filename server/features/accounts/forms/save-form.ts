import type { RequestHandler } from 'express';
import { parseSavedItem } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { fieldOf } from '#server/http/form/form-body.ts';
import type { Accounts } from '../accounts.ts';
import { readNext } from '../next-path.ts';
import { removeSavedItem, saveItem } from '../saved-items.ts';
import type { FormReplies } from './form-replies.ts';

/** The form behind every save button: it names one item to `save` or to `remove`, and where to go `back` to. */
export function saveForm(
  { db, clock, site, viewers }: Accounts,
  { goTo, sendProblem }: FormReplies,
): RequestHandler {
  return async function saveOrRemove(request, response) {
    const back = readNext(fieldOf(request, 'back'), site) ?? paths.saved;
    const signedIn = await viewers.find(request, response);
    if (signedIn === null) return goTo(request, response, paths.loginFor(back));
    const saved = parseSavedItem(fieldOf(request, 'save'));
    const removed = parseSavedItem(fieldOf(request, 'remove'));
    const { id } = signedIn.account;
    if (removed !== null) await removeSavedItem(db, id, removed);
    else if (saved === null) return sendProblem({ code: 'invalid' }, 422, request, response);
    else if (!(await saveItem(db, id, saved, clock.nowIso())))
      return sendProblem({ code: 'too-many-saved' }, 409, request, response);
    goTo(request, response, back);
  };
}
