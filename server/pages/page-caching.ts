/**
 * Who may keep what, for `Cache-Control`. Whoever keeps a copy of a shared page asks each time whether it is still
 * right, with an ETag that is the copy's own. So nothing needs `Vary: Cookie`, though a page is written for a colour
 * mode: any cookie would split a cache by visitor.
 */
export const caching = {
  html: 'public, max-age=0, must-revalidate',
  json: 'no-cache',
  personal: 'private, no-store',
} as const;
