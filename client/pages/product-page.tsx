import { isForSale } from '#shared/kinds/availabilities.ts';
import arrow from 'icon:lucide/arrow-up-right';
import type { TFunction } from 'i18next';
import { paths } from '#shared/address/paths.ts';
import type { ProductPayload } from '#shared/payload/payloads.ts';
import { formatPrice } from '#shared/locale/prices.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { useOptionalPayload, usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { AvailabilityBadge } from '../site/cards/availability-badge.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCards } from '../site/cards/product-cards.tsx';
import { Prose } from '../site/prose.tsx';
import { LabelledSaveButton } from '../site/save-button.tsx';
import { ShareRow } from '../site/share-row.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProductGallery } from './product/product-gallery.tsx';

export function ProductPage() {
  const t = useText();
  const href = useHref();
  const product = usePayload('product-info-product_id');
  const steps = [
    { label: t('products.title'), href: href(paths.products()) },
    { label: product.category, href: href(paths.products({ category: product.category })) },
    { label: product.name },
  ];

  return (
    <>
      <PageHead
        title={product.name}
        description={product.summary}
        canonicalPath={paths.product(product.id)}
        type="product"
        picture={product.picture}
        sharingCard={product.sharingCard}
      />
      <Breadcrumb label={t('breadcrumb')} steps={steps} />
      <div className="product">
        <ProductGallery name={product.name} pictures={product.pictures} />
        <div>
          <Summary product={product} t={t} />
          {product.descriptionHtml !== '' && (
            <section aria-labelledby="about" className="mt-10">
              <h2 id="about" className="section-title mb-4">
                {t('product.about')}
              </h2>
              <Prose html={product.descriptionHtml} name="product-info-product_id.descriptionHtml" />
            </section>
          )}
        </div>
      </div>
      <MoreAbout product={product} t={t} />
    </>
  );
}

interface PartProps {
  product: ProductPayload;
  t: TFunction;
}

function Summary({ product, t }: PartProps) {
  const { price, availability, sku, specs } = product;
  return (
    <>
      <h1 className="page-title">{product.name}</h1>
      {product.summary !== '' && <p className="mt-3 leading-loose">{product.summary}</p>}
      <p className="mt-6 flex flex-wrap items-baseline gap-x-4">
        <span className="figures price">{price === null ? t('product.noPrice') : formatPrice(price)}</span>
        <AvailabilityBadge availability={availability} t={t} />
      </p>
      {sku !== null && <p className="mt-2 text-sm text-soft">{t('product.sku', { sku })}</p>}
      <Actions product={product} t={t} />
      {specs.length > 0 && (
        <section aria-labelledby="specs" className="mt-10">
          <h2 id="specs" className="section-title">
            {t('product.specs')}
          </h2>
          <dl className="specs">
            {specs.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** Products that are no longer for sale keep their link, but without the call to buy. */
function Actions({ product, t }: PartProps) {
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
function AskByMail({ product: { name, sku, purchaseUrl }, t }: PartProps) {
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

function MoreAbout({ product, t }: PartProps) {
  return (
    <>
      {product.articles.length > 0 && (
        <section aria-labelledby="mentions" className="mt-14 border-t border-line pt-10">
          <h2 id="mentions" className="section-title">
            {t('product.mentionedIn')}
          </h2>
          <ArticleCards articles={product.articles} asOf={product.asOf} />
        </section>
      )}
      {product.related.length > 0 && (
        <section aria-labelledby="related" className="mt-14 border-t border-line pt-10">
          <h2 id="related" className="section-title">
            {t('product.related')}
          </h2>
          <ProductCards products={product.related} />
        </section>
      )}
    </>
  );
}
