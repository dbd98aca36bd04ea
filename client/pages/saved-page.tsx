import { paths } from '#shared/paths.ts';
import { useHref } from '../site/app-config-context.ts';
import { ArticleCard } from '../site/article-card.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCard } from '../site/product-card.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

export function SavedPage() {
  const t = useText();
  const href = useHref();
  const { products, articles } = usePayload('account-saved');
  return (
    <>
      <PageHead title={t('account.saved')} description={t('account.saved')} canonicalPath={null} />
      <h1 className="page-title">{t('account.saved')}</h1>
      {products.length + articles.length === 0 && (
        <p className="mt-12 text-soft">{t('account.savedEmpty')}</p>
      )}
      {products.length > 0 && (
        <section aria-labelledby="saved-products" className="mt-10">
          <h2 id="saved-products" className="section-title">
            {t('site.products')}
          </h2>
          <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4">
            {products.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                href={href(paths.product(product.id))}
                t={t}
                headingLevel="h3"
              />
            ))}
          </ul>
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="saved-articles" className="mt-16">
          <h2 id="saved-articles" className="section-title">
            {t('site.articles')}
          </h2>
          <ul className="mt-6 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {articles.map((article) => (
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
    </>
  );
}
