import { author } from '#shared/kinds/author.ts';
import { createContentKind } from './content-kind.ts';

export const authorKind = createContentKind(author, {
  toMade: (body) => ({ bio_html: body.html, bio_text: body.text }),
});
