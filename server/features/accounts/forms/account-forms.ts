import { Router } from 'express';
import { paths } from '#shared/address/paths.ts';
import type { SendFormProblem } from '#server/http/form/form-answer.ts';
import { formBody } from '#server/http/form/form-body.ts';
import { isReadMethod } from '#server/http/request/read-method.ts';
import type { Accounts } from '../accounts.ts';
import { accountForm } from './account-form.ts';
import { createFormReplies } from './form-replies.ts';
import { saveForm } from './save-form.ts';
import { signInForm } from './sign-in-form.ts';

/** Handlers of the account forms. Each ends on a page: the next one, or its own with the problem. */
export function accountForms(accounts: Accounts, sendProblem: SendFormProblem): Router {
  const router = Router({ caseSensitive: true });
  const replies = createFormReplies(accounts.site.basePath, sendProblem);

  router.post(paths.login, formBody(), signInForm(accounts, replies));
  router.post(paths.account, formBody(), accountForm(accounts, replies));
  router.post(paths.saved, formBody(), saveForm(accounts, replies));

  // The page routes answer GET and HEAD of these addresses; other methods are refused further on.
  router.all([paths.login, paths.account, paths.saved], (request, response, next) => {
    if (!isReadMethod(request)) response.set('Allow', 'GET, HEAD, POST');
    next();
  });

  return router;
}
