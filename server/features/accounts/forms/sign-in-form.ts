import type { RequestHandler } from 'express';
import { startPageOf } from '#shared/accounts.ts';
import { fieldOf } from '#server/http/form/form-body.ts';
import type { Accounts } from '../accounts.ts';
import { networkOf } from '../network.ts';
import { readNext } from '../next-path.ts';
import type { FormReplies } from './form-replies.ts';

export function signInForm(
  { site, passwords, deviceCookie, beginSession }: Accounts,
  { goTo, sendRefusal }: FormReplies,
): RequestHandler {
  return async function signIn(request, response) {
    const email = fieldOf(request, 'email');
    const next = readNext(fieldOf(request, 'next'), site);
    const result = await passwords.check({
      email,
      password: fieldOf(request, 'password'),
      network: networkOf(request.ip),
      deviceSecret: deviceCookie.read(request),
    });
    if (result.kind !== 'done') {
      const typed = { email: withoutInvisible(email).slice(0, 254), ...(next !== null && { next }) };
      return sendRefusal(result, { code: 'wrong-sign-in', ...typed }, request, response);
    }
    await beginSession(request, response, {
      accountId: result.value.id,
      way: 'password',
      isRemembered: fieldOf(request, 'remember') === 'on',
    });
    goTo(request, response, next ?? startPageOf(result.value.role));
  };
}

/** Cleans the address that is shown again: a pasted sign that turns the text around it would hide the mistake. */
function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
