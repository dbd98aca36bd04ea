import type { Role } from '#shared/accounts.ts';

/** Who edits. */
export interface Editor {
  accountId: string;
  name: string;
  role: Role;
}
