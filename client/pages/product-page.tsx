import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { Prose } from '../site/prose.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { ProductActions } from './product/product-actions.tsx';
import { ProductDownloads } from './product/product-downloads.tsx';
import { ProductGallery } from './product/product-gallery.tsx';
import { ProductHead } from './product/product-head.tsx';
import { ProductLabelling } from './product/product-labelling.tsx';
import { ProductOptions } from './product/product-options.tsx';
import { ProductMore } from './product/product-more.tsx';
import { ProductSpecs } from './product/product-specs.tsx';
import { ProductSummary } from './product/product-summary.tsx';

export function ProductPage() {
  const t = useText();
  const href = useHref();
  const product = usePayload('product-info-product_id');
  const steps = [
    { label: t('products.title'), href: href(paths.products()) },
    ...product.categories.map(({ id, name }) => ({
      label: name,
      href: href(paths.products({ category: id })),
    })),
    { label: product.name },
  ];

  return (
    <>
      <ProductHead product={product} t={t} />
      <Breadcrumb label={t('breadcrumb')} steps={steps} />
      <div className="product">
        <ProductGallery key={product.picture?.src} name={product.name} pictures={product.pictures} />
        <div>
          <ProductSummary product={product} t={t} />
          <ProductOptions product={product} t={t} />
          <ProductActions product={product} t={t} />
          <ProductSpecs product={product} t={t} />
          {product.descriptionHtml !== '' && (
            <section aria-labelledby="about" className="mt-10">
              <h2 id="about" className="section-title mb-4">
                {t('product.about')}
              </h2>
              <Prose html={product.descriptionHtml} name="product-info-product_id.descriptionHtml" />
            </section>
          )}
          <ProductDownloads product={product} t={t} />
          <ProductLabelling product={product} t={t} />
        </div>
      </div>
      <ProductMore product={product} t={t} />
    </>
  );
}
