import type { Role } from '#shared/accounts.ts';

/** Signed-in editor who makes a change. */
export interface Editor {
  accountId: string;
  name: string;
  role: Role;
}
