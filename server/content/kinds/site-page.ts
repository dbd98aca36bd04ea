import { sitePage } from '#shared/kinds/site-page.ts';
import { createContentKind } from './content-kind.ts';

export const sitePageKind = createContentKind(sitePage, {
  toMade: (body) => ({ body_html: body.html }),
});
