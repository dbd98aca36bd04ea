import { product } from '#shared/kinds/product.ts';
import { createContentKind } from './content-kind.ts';

export const productKind = createContentKind(product, {
  toMade: (body) => ({ description_html: body.html }),
  toOwn: ({ images: [first] }) => ({ picture: first?.src ?? null, picture_alt: first?.alt ?? '' }),
});
