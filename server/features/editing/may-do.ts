import type { Role } from '#shared/accounts.ts';

export const editActions = [
  'see',
  'save',
  'publish',
  'withdraw',
  'rename',
  'remove',
  'restore',
  'upload',
  'change-media',
  'purge',
  'change-site',
  'name-site',
  'change-redirects',
  'manage-accounts',
  'see-status',
] as const;
export type EditAction = (typeof editActions)[number];

const editorsMay: ReadonlySet<EditAction> = new Set([
  'see',
  'save',
  'publish',
  'withdraw',
  'rename',
  'remove',
  'restore',
  'upload',
  'change-media',
  'change-site',
]);

/** The one place with the permissions of the edit area. Checked again in the transaction of each change. */
export function mayDo(role: Role, action: EditAction): boolean {
  if (role === 'admin') return true;
  return role === 'editor' && editorsMay.has(action);
}
