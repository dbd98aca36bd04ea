import '#shared/locale/visitors/product-texts.ts';
import arrow from 'icon:lucide/arrow-up-right';
import { isForSale } from '#shared/kinds/availabilities.ts';
import { useContentLink } from '#client/context/app-config-context.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { ProductPartProps } from './product-summary.tsx';

/** The shop that comes first as a button, and others beside it. What is no longer for sale has no call to buy. */
export function PurchaseLinks({ product, t }: ProductPartProps) {
  const { price, purchaseUrl, purchaseLinks = [], availability } = product;
  const contentLink = useContentLink();
  if (purchaseUrl === null) return null;
  const isOffered = isForSale(availability);
  const [first, ...others] = purchaseLinks;
  return (
    <div className="mt-6 print:hidden">
      <a
        {...contentLink(purchaseUrl)}
        aria-describedby="leaves-site"
        // Without a price, the ways to ask stand out.
        className={`buy max-sm:w-full ${isOffered && price !== null ? 'button-primary' : 'button'}`}
      >
        {first === undefined
          ? t(isOffered ? 'product.buy' : 'product.atShop')
          : t(isOffered ? 'shops.buy' : 'shops.look', { shop: first.label })}
        <Icon drawing={arrow} className="size-[1.2em]" />
      </a>
      {others.length > 0 && (
        <ul aria-label={t('shops.others')} className="mt-4 flex flex-wrap gap-2">
          {others.map(({ url, label }) => (
            <li key={url}>
              <a {...contentLink(url)} aria-describedby="leaves-site" className="button">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p id="leaves-site" className="mt-2 text-sm text-soft">
        {t('product.leavesSite')}
      </p>
    </div>
  );
}
