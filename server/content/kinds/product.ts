import { product } from '#shared/kinds/product.ts';
import { keptOffer } from '../offers/kept-offer.ts';
import { createContentKind } from './content-kind.ts';

export const productKind = createContentKind(product, {
  toMade: (body) => ({ description_html: body.html }),
  toOwn: ({ images: [first], price = null, availability }) => ({
    picture: first?.src ?? null,
    picture_alt: first?.alt ?? '',
    ...keptOffer.first(price, availability),
  }),
  keep: keptOffer.keep,
});
