import type { TFunction } from 'i18next';
import { formatPrice } from '#shared/prices.ts';
import type { ProductCardData } from '#shared/payloads.ts';
import { CardHeart } from './save-button.tsx';
import { SitePicture } from './site-picture.tsx';
import { useViewer } from './viewer-store.ts';

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
    <li className="group relative flex flex-col">
      <SitePicture
        picture={product.picture}
        place="productCard"
        isFirstView={isFirstView}
        className="aspect-4/3 rounded-lg"
      />
      <p className="mt-3 text-sm text-soft">{product.category}</p>
      <Heading className="mt-1 font-serif text-lg leading-snug text-strong">
        <a
          href={href}
          className="after:absolute after:inset-0 group-hover:text-primary group-hover:underline"
        >
          {product.name}
        </a>
      </Heading>
      {product.summary !== '' && (
        <p className="mt-1 line-clamp-2 text-sm leading-relaxed text-body">{product.summary}</p>
      )}
      <p className="mt-auto flex items-baseline justify-between gap-2 pt-2">
        <span className="text-strong tabular-nums">
          {price === null ? t('product.noPrice') : formatPrice(price)}
        </span>
        {availability !== 'in_stock' && (
          <span className="text-sm text-soft">{t(`product.availability.${availability}`)}</span>
        )}
      </p>
      {viewer && <CardHeart item={`product:${product.id}`} name={product.name} viewer={viewer} />}
    </li>
  );
}
