import '#shared/locale/visitors/account-texts.ts';
import type { SavedItem } from '#shared/accounts.ts';
import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { useFormProblem } from '../context/use-form-problem.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { useViewer } from '../context/viewer-store.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { EmptyState } from '../site/empty-state.tsx';
import { FormProblemText } from '../site/form-problem-text.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCards } from '../site/cards/product-cards.tsx';

export function SavedPage() {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  const payload = usePayload('account-saved');
  const problem = useFormProblem();
  // Items that the viewer removes here disappear at once.
  const isSaved = (item: SavedItem) => viewer?.saved.includes(item) ?? false;
  const products = payload.products.filter(({ id }) => isSaved(`product:${id}`));
  const articles = payload.articles.filter(({ id }) => isSaved(`article:${id}`));
  const count = products.length + articles.length;
  return (
    <>
      <PageHead title={t('account.saved')} description={t('account.savedDescription')} canonicalPath={null} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="page-title">{t('account.saved')}</h1>
        {count > 0 && <p className="text-soft">{t('account.savedCount', { count })}</p>}
      </div>
      <div className="mt-4">
        <FormProblemText id="saved-problem" problem={problem} />
      </div>
      {count === 0 && (
        <>
          <EmptyState text={t('account.savedEmpty')} />
          <p className="text-center">
            <a href={href(paths.products())} className="button-primary">
              {t('account.browse')}
            </a>
          </p>
        </>
      )}
      {products.length > 0 && (
        <section aria-labelledby="saved-products" className="mt-10">
          <h2 id="saved-products" className="section-title">
            {t('site.products')}
          </h2>
          <ProductCards products={products} />
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="saved-articles" className="mt-16">
          <h2 id="saved-articles" className="section-title">
            {t('site.articles')}
          </h2>
          <ArticleCards articles={articles} asOf={payload.asOf} />
        </section>
      )}
    </>
  );
}
