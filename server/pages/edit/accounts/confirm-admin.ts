import type { Response } from 'express';
import type { Confirmation, StaffProblem } from '#shared/editing/staff.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import { normaliseEmail } from '#server/features/accounts/account-email.ts';
import type { Account } from '#server/features/accounts/account-queries.ts';
import type { Accounts } from '#server/features/accounts/accounts.ts';
import { valueOf, type SentForm } from '#server/http/form/large-form.ts';

/** Confirmation that an admin has to give before a grave action. */
export function confirmationOf(admin: Account): Confirmation {
  return admin.password_hash === null ? { by: 'address' } : { by: 'password', ownEmail: admin.email };
}

interface Asked {
  admin: Account;
  /** Address of the account in question. */
  email: string;
  form: SentForm;
  /** Gets the time of the next try. */
  response: Response;
}

export interface Unconfirmed {
  statusCode: number;
  problem: Omit<StaffProblem, 'form'>;
}

/** Resolves to null when an admin has confirmed it: a click in a session left open must not. */
export async function findUnconfirmed(
  { passwords }: Pick<Accounts, 'passwords'>,
  { admin, email, form, response }: Asked,
): Promise<Unconfirmed | null> {
  if (admin.password_hash === null) {
    if (normaliseEmail(valueOf(form, 'confirm')) === email) return null;
    return { statusCode: 422, problem: { code: 'wrong-confirmation' } };
  }
  const confirmed = await passwords.confirm(admin, valueOf(form, 'password'));
  if (confirmed.kind === 'done') return null;
  if (confirmed.kind === 'wrong') return { statusCode: 422, problem: { code: 'wrong-password' } };
  const { kind, retryAfterMs } = confirmed;
  response.set('Retry-After', String(Math.ceil(retryAfterMs / secondMs)));
  const minutes = Math.max(1, Math.ceil(retryAfterMs / minuteMs));
  return { statusCode: kind === 'busy' ? 503 : 429, problem: { code: kind, minutes } };
}
