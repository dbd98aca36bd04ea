import type { Request } from 'express';
import { roles } from '#shared/accounts.ts';
import { accountStates, type AccountFilter } from '#shared/editing/staff.ts';
import { queryOf } from '../edit-address.ts';

/** Reads the filter of an address. Unknown values narrow nothing down. */
export function readAccountFilter(request: Request): AccountFilter {
  const query = queryOf(request);
  const given = (name: string) => query.get(name) ?? '';
  return {
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
