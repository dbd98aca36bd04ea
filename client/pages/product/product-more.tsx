import { ArticleCards } from '#client/site/cards/article-cards.tsx';
import { ProductCards } from '#client/site/cards/product-cards.tsx';
import type { ProductPartProps } from './product-summary.tsx';

/** Articles about the product, and related products. */
export function ProductMore({ product, t }: ProductPartProps) {
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
