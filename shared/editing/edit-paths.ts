import type { Kind } from '../kinds/kind-names.ts';

/** What a form needs to know of the entry that it was made from. */
export interface SavedEntry {
  id: string;
  key: string;
  version: number;
}

/** Site paths of the edit area without the base path. No visitor's page leads there. */
export const editPaths = {
  home: '/edit',
  list: (kind: Kind) => `/edit/${kind}`,
  /** `key` is that of the entry to be: sent twice, the form makes one. */
  create: (kind: Kind, key: string) => `/edit/${kind}/_new?key=${key}`,
  entry: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}`,
  /**
   * What a form is sent to. The version that it was made from stands in its address, and the entry's own key: whoever
   * renames or removes the entry meanwhile does not make the text homeless.
   */
  save: (kind: Kind, { id, key, version }: SavedEntry) =>
    `/edit/${kind}/${encodeURIComponent(id)}?version=${version}&key=${key}`,
  history: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}/history`,
  revision: (kind: Kind, id: string, seq: number) => `/edit/${kind}/${encodeURIComponent(id)}/history/${seq}`,
  remove: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}/remove`,
  rename: (kind: Kind, id: string) => `/edit/${kind}/${encodeURIComponent(id)}/rename`,
  /** `what` is the key of an entry, or `all`; `at` is `now` or a minute such as `2026-12-01T0800`; `path` a site path. */
  preview: (what: string, at: string, path = '/') => `/edit/preview/${what}/${at}${path}`,
  trash: '/edit/trash',
  redirects: '/edit/redirects',
  site: '/edit/site',
  accounts: '/edit/accounts',
  newAccount: '/edit/accounts/_new',
  account: (id: string) => `/edit/accounts/${encodeURIComponent(id)}`,
  /** How the site is, for admins. */
  status: '/account/status',
  /** For whoever has it, without an account: the page that sets a password. The token is a secret. */
  accountLink: (token: string) => `/account/link/${token}`,
};
