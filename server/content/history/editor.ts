import type { Role } from '#shared/accounts.ts';

/** Signed-in editor who makes a change. */
export interface Editor {
  accountId: string;
  name: string;
  role: Role;
}

/** Account to which a change is ascribed, whatever its role is now. */
export type Writer = Pick<Editor, 'accountId' | 'name'>;
