import externalLink from 'icon:lucide/external-link';
import type { TFunction } from 'i18next';
import { paths } from '#shared/paths.ts';
import type { ProductPayload } from '#shared/payloads.ts';
import { formatPrice } from '#shared/prices.ts';
import { useContentLink, useHref } from '../site/app-config-context.ts';
import { ArticleCard } from '../site/article-card.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCard } from '../site/product-card.tsx';
import { ProductGallery } from '../site/product-gallery.tsx';
import { Prose } from '../site/prose.tsx';
import { SaveButton } from '../site/save-button.tsx';
import { ShareButton } from '../site/share-button.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

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
      <div className="mt-6 grid gap-8 lg:grid-cols-2 lg:gap-12">
        <ProductGallery pictures={product.pictures} />
        <Summary product={product} t={t} />
      </div>
      <MoreAbout product={product} t={t} href={href} />
    </>
  );
}

interface PartProps {
  product: ProductPayload;
  t: TFunction;
}

function Summary({ product, t }: PartProps) {
  const contentLink = useContentLink();
  const { price, availability, purchaseUrl, specs } = product;
  return (
    <div>
      <h1 className="page-title">{product.name}</h1>
      {product.summary !== '' && <p className="mt-3 text-lg leading-relaxed text-body">{product.summary}</p>}
      <p className="mt-6 flex items-baseline gap-4">
        <span className="text-2xl text-strong tabular-nums">
          {price === null ? t('product.noPrice') : formatPrice(price)}
        </span>
        <span className="text-soft">{t(`product.availability.${availability}`)}</span>
      </p>
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        {purchaseUrl !== null && (
          <a {...contentLink(purchaseUrl)} className="button-primary">
            {t('product.buy')}
            <span className="text-sm">{t('product.leavesSite')}</span>
            <Icon drawing={externalLink} />
          </a>
        )}
        <SaveButton item={`product:${product.id}`} name={product.name} />
        <ShareButton title={product.name} />
      </p>
      {specs.length > 0 && (
        <section aria-labelledby="specs" className="mt-10">
          <h2 id="specs" className="section-title">
            {t('product.specs')}
          </h2>
          <dl className="mt-3 divide-y divide-line border-y border-line">
            {specs.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[7em_1fr] gap-4 py-3">
                <dt className="text-soft">{name}</dt>
                <dd className="text-strong">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {product.descriptionHtml !== '' && (
        <section aria-labelledby="about" className="mt-10">
          <h2 id="about" className="section-title">
            {t('product.about')}
          </h2>
          <Prose html={product.descriptionHtml} name="descriptionHtml" />
        </section>
      )}
    </div>
  );
}

function MoreAbout({ product, t, href }: PartProps & { href: (path: string) => string }) {
  return (
    <>
      {product.articles.length > 0 && (
        <section aria-labelledby="mentions" className="mt-16">
          <h2 id="mentions" className="section-title">
            {t('product.mentionedIn')}
          </h2>
          <ul className="mt-6 grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
            {product.articles.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                href={href(paths.article(article.id))}
                headingLevel="h3"
              />
            ))}
          </ul>
        </section>
      )}
      {product.related.length > 0 && (
        <section aria-labelledby="related" className="mt-16">
          <h2 id="related" className="section-title">
            {t('product.related')}
          </h2>
          <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 lg:grid-cols-4">
            {product.related.map((related) => (
              <ProductCard
                key={related.id}
                product={related}
                href={href(paths.product(related.id))}
                t={t}
                headingLevel="h3"
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
