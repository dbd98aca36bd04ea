import { paths } from '#shared/address/paths.ts';
import { useOptionalPayload } from '#client/context/use-payload.ts';
import { LabelledSaveButton } from '#client/site/save-button.tsx';
import { ShareRow } from '#client/site/share-row.tsx';
import type { ProductPartProps } from './product-summary.tsx';
import { PurchaseLinks } from './purchase-links.tsx';

export function ProductActions({ product, t }: ProductPartProps) {
  const { id, name, price } = product;
  return (
    <>
      <PurchaseLinks product={product} t={t} />
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
