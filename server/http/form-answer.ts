import type { Request, Response } from 'express';
import type { FormAnswer, FormProblem } from '#shared/accounts.ts';
import { withBase } from '#shared/paths.ts';
import { wantsJson } from './error-answer.ts';

/** Answers a form with the page that it stands on and what is wrong; a script with the latter alone. */
export type SendFormProblem = (
  problem: FormProblem,
  statusCode: number,
  request: Request,
  response: Response,
) => Promise<void>;

/** Answers a form that was done: a browser goes there, a script is told where to go. */
export function sendSeeOther(request: Request, response: Response, basePath: string, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (wantsJson(request)) response.json({ seeOther: path } satisfies FormAnswer);
  else response.redirect(303, withBase(basePath, path));
}
