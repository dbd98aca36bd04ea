import { paths } from '#shared/address/paths.ts';
import { useHref } from '../context/app-config-context.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { ListPagination } from '../site/cards/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';

export function TagPage() {
  const t = useText();
  const href = useHref();
  const { tag, items, page, pageCount, total, asOf } = usePayload('articles-tag-tag');
  const title = `#${tag}`;

  return (
    <>
      <PageHead
        title={page === 1 ? title : t('list.titleOfPage', { title, page })}
        description={t('articles.descriptionOfTag', { tag, total })}
        canonicalPath={paths.tag(tag, { page })}
        feedOf={paths.tag(tag)}
      />
      <Breadcrumb
        label={t('breadcrumb')}
        steps={[{ label: t('articles.title'), href: href(paths.articles()) }, { label: title }]}
      />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4">
        <h1 className="page-title">{title}</h1>
        <p className="text-sm text-soft">{t('articles.count', { total })}</p>
      </div>
      <ArticleCards articles={items} asOf={asOf} headingLevel="h2" />
      <ListPagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => href(paths.tag(tag, { page: number }))}
      />
    </>
  );
}
