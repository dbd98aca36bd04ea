import arrow from 'icon:lucide/arrow-up-right';
import { paths } from '#shared/address/paths.ts';
import { isForSale } from '#shared/kinds/availabilities.ts';
import { useContentLink } from '#client/context/app-config-context.ts';
import { useOptionalPayload } from '#client/context/use-payload.ts';
import { LabelledSaveButton } from '#client/site/save-button.tsx';
import { ShareRow } from '#client/site/share-row.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { ProductPartProps } from './product-summary.tsx';

/** Products that are no longer for sale keep their link, but without the call to buy. */
export function ProductActions({ product, t }: ProductPartProps) {
  const { id, name, price, purchaseUrl, availability } = product;
  const contentLink = useContentLink();
  const isOffered = isForSale(availability);
  return (
    <>
      {purchaseUrl !== null && (
        <div className="mt-6 print:hidden">
          <a
            {...contentLink(purchaseUrl)}
            aria-describedby="leaves-site"
            className={`buy max-sm:w-full ${isOffered ? 'button-primary' : 'button'}`}
          >
            {t(isOffered ? 'product.buy' : 'product.atShop')}
            <Icon drawing={arrow} className="size-[1.2em]" />
          </a>
          <p id="leaves-site" className="mt-2 text-sm text-soft">
            {t('product.leavesSite')}
          </p>
        </div>
      )}
      {price === null && <AskByMail product={product} t={t} />}
      <ShareRow title={name} path={paths.product(id)}>
        <LabelledSaveButton item={`product:${id}`} name={name} />
      </ShareRow>
    </>
  );
}

/** Nothing where the settings of the site name no address. */
function AskByMail({ product: { name, sku, purchaseUrl }, t }: ProductPartProps) {
  const email = useOptionalPayload('layout')?.footer.email;
  if (!email) return null;
  const subject =
    sku === null ? t('product.askSubject', { name }) : t('product.askSubjectOfNumber', { name, sku });
  return (
    <p className="mt-6 print:hidden">
      <a
        href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}
        className={`buy max-sm:w-full ${purchaseUrl === null ? 'button-primary' : 'button'}`}
      >
        {t('product.ask')}
      </a>
    </p>
  );
}
