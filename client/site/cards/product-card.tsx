import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ProductCardData } from '#shared/payload/payloads.ts';
import { useViewer } from '#client/context/viewer-store.ts';
import { AvailabilityBadge, availabilityOf } from './availability-badge.tsx';
import { OfferPrice } from './offer-price.tsx';
import { ProductBadges } from './product-badges.tsx';
import { SaveButton } from '../save-button.tsx';
import { SitePicture } from '../site-picture.tsx';

interface ProductCardProps {
  product: ProductCardData;
  href: string;
  t: TFunction;
  isFirstView?: boolean;
  headingLevel?: 'h2' | 'h3';
  /** In the place of its name and summary, such as with marks in them. */
  name?: ReactNode;
  text?: ReactNode;
}

export function ProductCard({
  product,
  href,
  t,
  isFirstView = false,
  headingLevel: Heading = 'h2',
  name = product.name,
  text = product.summary,
}: ProductCardProps) {
  const viewer = useViewer();
  return (
    <li className="card">
      <SitePicture
        picture={product.picture}
        name={product.name}
        place="productCard"
        isFirstView={isFirstView}
        className="frame-1-1"
      />
      <p className="card-kicker">
        {product.categoryName ?? product.category}
        <ProductBadges product={product} t={t} />
      </p>
      <Heading>
        <a href={href}>{name}</a>
      </Heading>
      {text !== '' && <p className="card-text">{text}</p>}
      <p className="card-foot">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <OfferPrice offer={product} className="figures" />
        </span>
        {availabilityOf(product) !== 'in_stock' && <AvailabilityBadge offer={product} t={t} />}
      </p>
      {viewer && <SaveButton item={`product:${product.id}`} name={product.name} viewer={viewer} />}
    </li>
  );
}
