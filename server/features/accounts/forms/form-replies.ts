import type { Request, Response } from 'express';
import type { FormProblem } from '#shared/accounts.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import { sendSeeOther, type SendFormProblem } from '#server/http/form/form-answer.ts';
import type { PasswordResult } from '../passwords/password-sign-in.ts';

export type PasswordRefusal = Exclude<PasswordResult<unknown>, { kind: 'done' }>;

export interface FormReplies {
  goTo(request: Request, response: Response, path: string): void;
  sendProblem: SendFormProblem;
  /** `problem` is sent when the password was wrong; when it was not looked at, its fields with how long to wait. */
  sendRefusal(
    refusal: PasswordRefusal,
    problem: FormProblem,
    request: Request,
    response: Response,
  ): Promise<void>;
}

export function createFormReplies(basePath: string, sendProblem: SendFormProblem): FormReplies {
  return {
    sendProblem,

    goTo(request, response, path) {
      sendSeeOther(request, response, basePath, path);
    },

    sendRefusal(refusal, problem, request, response) {
      if (refusal.kind === 'wrong') return sendProblem(problem, 422, request, response);
      const { kind, retryAfterMs } = refusal;
      response.set('Retry-After', String(Math.ceil(retryAfterMs / secondMs)));
      const minutes = Math.max(1, Math.ceil(retryAfterMs / minuteMs));
      return sendProblem({ ...problem, code: kind, minutes }, kind === 'busy' ? 503 : 429, request, response);
    },
  };
}
