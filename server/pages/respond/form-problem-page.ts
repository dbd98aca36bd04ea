import type { FormAnswer } from '#shared/accounts.ts';
import { withBase } from '#shared/address/paths.ts';
import { wantsJson } from '#server/http/answer/error-answer.ts';
import type { SendFormProblem } from '#server/http/form/form-answer.ts';
import { loadForRequest } from '../load/load-for-request.ts';
import { withFormProblem } from '../load/load-page.ts';
import { caching } from '../store/page-caching.ts';
import { exchangeOf, type PersonalRequest } from '../page-request.ts';
import { readTarget } from '../page-target.ts';
import type { PageTools } from '../page-tools.ts';
import { sendPage } from './send-page.ts';

/** For forms that were filled in wrongly: the page on which the form stands, which is at the address it is sent to. */
export function createFormProblemPages(tools: PageTools): SendFormProblem {
  const { accounts, config } = tools.services;

  return async function sendFormProblem(problem, statusCode, request, response) {
    response.status(statusCode).set('Cache-Control', caching.personal);
    if (wantsJson(request)) {
      response.json({ problem } satisfies FormAnswer);
      return;
    }
    const target = await readTarget(tools.site, request.originalUrl);
    // The problem matters more than the name of the visitor.
    const signedIn = await accounts.viewers.find(request, response).catch(() => null);
    const pageRequest: PersonalRequest = {
      kind: 'personal',
      ...exchangeOf(request, response),
      target,
      signedIn,
    };
    const page = await loadForRequest(pageRequest, tools);
    if (page.value.seeOther === null) {
      await sendPage(
        { ...page, value: withFormProblem(page.value, problem, statusCode) },
        pageRequest,
        tools,
      );
    } else {
      response.redirect(303, withBase(config.basePath, page.value.seeOther));
    }
  };
}
