import type { TFunction } from 'i18next';
import { formatPrice } from '#shared/locale/prices.ts';
import type { ProductCardData } from '#shared/payloads.ts';
import { useViewer } from '../context/viewer-store.ts';
import { AvailabilityBadge } from './availability-badge.tsx';
import { SaveButton } from './save-button.tsx';
import { SitePicture } from './site-picture.tsx';

interface ProductCardProps {
  product: ProductCardData;
  href: string;
  t: TFunction;
  isFirstView?: boolean;
  headingLevel?: 'h2' | 'h3';
}

export function ProductCard({
  product,
  href,
  t,
  isFirstView = false,
  headingLevel: Heading = 'h2',
}: ProductCardProps) {
  const { price, availability } = product;
  const viewer = useViewer();
  return (
    <li className="card">
      <SitePicture
        picture={product.picture}
        place="productCard"
        isFirstView={isFirstView}
        className="frame-4-3"
      />
      <p className="card-kicker">{product.category}</p>
      <Heading>
        <a href={href}>{product.name}</a>
      </Heading>
      {product.summary !== '' && <p className="card-text">{product.summary}</p>}
      <p className="card-foot">
        <span className="figures">{price === null ? t('product.noPrice') : formatPrice(price)}</span>
        {availability !== 'in_stock' && <AvailabilityBadge availability={availability} t={t} />}
      </p>
      {viewer && <SaveButton item={`product:${product.id}`} name={product.name} viewer={viewer} />}
    </li>
  );
}
