import type { Request } from 'express';
import { roles } from '#shared/accounts.ts';
import { accountStates, type AccountFilter } from '#shared/editing/staff.ts';

/** What is not understood narrows nothing down. */
export function readAccountFilter(request: Request): AccountFilter {
  const { searchParams } = new URL(`http://site${request.originalUrl}`);
  const given = (name: string) => searchParams.get(name) ?? '';
  return {
    // PostgreSQL cannot be asked for a NUL.
    q: given('q')
      .normalize('NFKC')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 254),
    role: roles.find((role) => role === given('role')) ?? null,
    state: accountStates.find((state) => state === given('state')) ?? null,
    before: idOrNull(given('before')),
    after: idOrNull(given('after')),
  };
}

function idOrNull(text: string): string | null {
  return /^[\w-]{1,64}$/.test(text) ? text : null;
}
