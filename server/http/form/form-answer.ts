import type { Request, Response } from 'express';
import type { FormAnswer, FormProblem } from '#shared/accounts.ts';
import { withBase } from '#shared/address/paths.ts';
import { wantsJson } from '../answer/error-answer.ts';

/** Answers a form with its page and the problem; a script with the problem alone. */
export type SendFormProblem = (
  problem: FormProblem,
  statusCode: number,
  request: Request,
  response: Response,
) => Promise<void>;

/** Answers a successful form: a browser is redirected, a script gets the address. */
export function sendSeeOther(request: Request, response: Response, basePath: string, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (wantsJson(request)) response.json({ seeOther: path } satisfies FormAnswer);
  else response.redirect(303, withBase(basePath, path));
}
