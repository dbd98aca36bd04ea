import type { Role } from '#shared/accounts.ts';

export const editActions = [
  /** Enter the edit area: the first page, own entries and their previews. */
  'see',
  'see-others',
  'save',
  'save-others',
  'hand-in',
  'publish',
  'withdraw',
  'rename',
  'remove',
  'restore',
  'upload',
  'change-media',
  'purge',
  'change-tags',
  'change-site',
  'name-site',
  'change-redirects',
  'manage-accounts',
  'see-status',
] as const;
export type EditAction = (typeof editActions)[number];

const authorsMay: ReadonlySet<EditAction> = new Set(['see', 'save', 'hand-in', 'upload']);

const editorsMay: ReadonlySet<EditAction> = new Set([
  'see',
  'see-others',
  'save',
  'save-others',
  'hand-in',
  'publish',
  'withdraw',
  'rename',
  'remove',
  'restore',
  'upload',
  'change-media',
  'change-tags',
  'change-site',
]);

const nothing: ReadonlySet<EditAction> = new Set();

const rights: Readonly<Record<Exclude<Role, 'admin'>, ReadonlySet<EditAction>>> = {
  reader: nothing,
  author: authorsMay,
  editor: editorsMay,
};

/** The one place with the permissions of the edit area. Checked again in the transaction of each change. */
export function mayDo(role: Role, action: EditAction): boolean {
  return role === 'admin' || rights[role].has(action);
}

interface Opener {
  accountId: string;
  role: Role;
}

/** Whether an entry is the editor's own, or one that is theirs to open. */
export function mayOpen(
  { accountId, role }: Opener,
  { made_by: maker }: { made_by: string | null },
): boolean {
  return mayDo(role, 'see-others') || maker === accountId;
}
