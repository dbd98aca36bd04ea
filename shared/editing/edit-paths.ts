import type { Kind } from '../kinds/kind-names.ts';

/** Identity of the entry from which a form was made. */
export interface SavedEntry {
  id: string;
  key: string;
  version: number;
}

/** Text that was typed in a form of an account, and is not stored. */
export interface AutosavePlace {
  /** Key of the entry, or of the one that the form will make. */
  entryKey: string;
  /** Null: the entry is not there yet. */
  id: string | null;
  tab: string;
}

/** Page of what a form had before; `path` is that of the form. */
export const historyPath = (path: string) => `${path}/history`;

export const revisionPath = (path: string, seq: number) => `${path}/history/${seq}`;

/** Site paths of the edit area without the base path. No visitor's page leads there. */
export const editPaths = {
  home: '/edit',
  list: (kind: Kind) => `/edit/${kind}`,
  /** Page of one change to many entries of a list. */
  many: (kind: Kind) => `/edit/${kind}/_many`,
  /** The table of all entries, whose name no id can be; its file; where it is sent. */
  table: (kind: Kind) => `/edit/${kind}/_table`,
  tableFile: (kind: Kind) => `/edit/${kind}/_table/export`,
  /** `key` is that of the entry to be: sent twice, the form makes one. */
  create: (kind: Kind, key: string) => `/edit/${kind}/_new?key=${key}`,
  /** `id` is that of the entry to be, to begin with. */
  newEntry: (kind: Kind, id = '') => `/edit/${kind}/_new${id && `?id=${encodeURIComponent(id)}`}`,
  entry: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}`,
  /**
   * Address to which a form is sent. It contains the version from which the form was made, and the entry's own key: the
   * text still arrives if the entry was renamed or removed meanwhile.
   */
  save: (kind: Kind, { id, key, version }: SavedEntry) =>
    `/edit/${kind}/${encodeURIComponent(id)}?version=${version}&key=${key}`,
  /** Difference between an autosave and the stored text. */
  autosave: (kind: Kind, { id, entryKey, tab }: AutosavePlace) =>
    `${formOf(kind, id)}/autosave?key=${entryKey}&tab=${tab}`,
  /** The form with an autosave in it. */
  withAutosave: (kind: Kind, { id, entryKey, tab }: AutosavePlace) =>
    `${formOf(kind, id)}?key=${entryKey}&autosave=${tab}`,
  /** The same for the text of a form that others have overtaken, with what that form was made from. */
  merge: (kind: Kind, { base, ...saved }: SavedEntry & { base: { version: number; mark: string } }): string =>
    `${editPaths.save(kind, saved)}&base=${base.version}&mark=${base.mark}`,
  history: (kind: Kind, id: string) => historyPath(`/edit/${kind}/${encodeURIComponent(id)}`),
  remove: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}/remove`,
  rename: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}/rename`,
  /** `what` is the key of an entry, or `all`; `at` is `now` or a minute such as `2026-12-01T0800`; `path` a site path. */
  preview: (what: string, at: string, path = '/') => `/edit/preview/${what}/${at}${path}`,
  /** Leads to that preview, at a time as people write it. */
  previewAt: (what: string) => `/edit/preview/${what}`,
  /** Data of things to choose from, whose kind no kind of content can be. */
  picks: (what: string) => `/edit/_picks/${what}`,
  /** Answers the script of the Markdown field with its text as HTML. */
  render: '/edit/render',
  tags: '/edit/tags',
  /** Without a tag: where its form is sent. */
  renameTag: (tag = '') => `/edit/tags/rename${tag && `?tag=${encodeURIComponent(tag)}`}`,
  trash: '/edit/trash',
  redirects: '/edit/redirects',
  media: '/edit/media',
  /** Address to which a script puts a file, whose name stands in the query. No path of a file has this form. */
  upload: '/edit/media/_upload',
  /** `path` is `media/…`. */
  medium: (path: string) => `/edit/${encodeURI(path)}`,
  replaceMedium: (path: string) => `/edit/media/_replace/${encodeURI(path)}`,
  site: '/edit/site',
  accounts: '/edit/accounts',
  newAccount: '/edit/accounts/_new',
  account: (id: string) => `/edit/accounts/${encodeURIComponent(id)}`,
  /** How the site is, for admins. */
  status: '/account/status',
  /** Page that sets a password with a link, without an account. The token is a secret. */
  accountLink: (token: string) => `/account/link/${token}`,
};

function formOf(kind: Kind, id: string | null): string {
  return `/edit/${kind}/${id === null ? '_new' : encodeURIComponent(id)}`;
}
