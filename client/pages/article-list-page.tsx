import { formatDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { ArticleCardData } from '#shared/payloads.ts';
import { useHref } from '../site/app-config-context.ts';
import { ArticleCard } from '../site/article-card.tsx';
import { ListPagination } from '../site/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

export function ArticleListPage() {
  const t = useText();
  const href = useHref();
  const { items, page, pageCount, total } = usePayload('articles');
  const lead = page === 1 ? items[0] : undefined;
  const others = lead === undefined ? items : items.slice(1);

  return (
    <>
      <PageHead
        title={page === 1 ? t('articles.title') : `${t('articles.title')}（${t('list.page', { page })}）`}
        description={t('articles.description', { total })}
        canonicalPath={paths.articles({ page })}
      />
      <h1 className="page-title">{t('articles.title')}</h1>
      {items.length === 0 && <p className="mt-12 text-soft">{t('articles.empty')}</p>}
      {lead && <LeadArticle article={lead} href={href(paths.article(lead.id))} />}
      {others.length > 0 && (
        <ul className="mt-12 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((article) => (
            <ArticleCard key={article.id} article={article} href={href(paths.article(article.id))} />
          ))}
        </ul>
      )}
      <ListPagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => href(paths.articles({ page: number }))}
      />
    </>
  );
}

function LeadArticle({ article, href }: { article: ArticleCardData; href: string }) {
  return (
    <article className="group relative mt-8 grid items-center gap-6 lg:grid-cols-[3fr_2fr] lg:gap-10">
      <SitePicture picture={article.cover} place="lead" isFirstView className="aspect-16/9 rounded-lg" />
      <div>
        <h2 className="font-serif text-3xl leading-snug text-balance text-strong">
          <a
            href={href}
            className="after:absolute after:inset-0 group-hover:text-primary group-hover:underline"
          >
            {article.title}
          </a>
        </h2>
        <p className="mt-4 text-lg leading-relaxed text-body">{article.summary}</p>
        <p className="mt-4 text-sm text-soft">
          {article.author.name}
          <span aria-hidden="true" className="mx-2">
            ·
          </span>
          <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
        </p>
      </div>
    </article>
  );
}
