import { paths } from '#shared/paths.ts';
import { useContentLink, useHref } from '../site/app-config-context.ts';
import { ArticleCard } from '../site/article-card.tsx';
import { ListPagination } from '../site/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { Prose } from '../site/prose.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { usePayload } from '../site/use-payload.ts';
import { useText } from '../site/use-text.ts';

export function AuthorPage() {
  const t = useText();
  const href = useHref();
  const contentLink = useContentLink();
  const { author, articles } = usePayload('author-author_id');
  const { items, page, pageCount } = articles;

  return (
    <>
      <PageHead
        title={page === 1 ? author.name : `${author.name}（${t('list.page', { page })}）`}
        description={author.bioText || t('author.description', { name: author.name })}
        canonicalPath={paths.author(author.id, { page })}
        type="profile"
        picture={author.avatar}
      />
      <div className="flex flex-col items-start gap-6 sm:flex-row sm:gap-8">
        {author.avatar && (
          <SitePicture
            picture={author.avatar}
            place="portrait"
            isFirstView
            isDecorative
            className="size-32 shrink-0 rounded-full sm:size-40"
          />
        )}
        <div className="max-w-2xl">
          <h1 className="page-title">{author.name}</h1>
          <Prose html={author.bioHtml} name="bioHtml" />
          {author.links.length > 0 && (
            <ul aria-label={t('author.links')} className="mt-2 flex flex-wrap gap-x-6">
              {author.links.map(({ label, url }) => (
                <li key={url}>
                  <a
                    {...contentLink(url)}
                    className="inline-flex min-h-11 items-center text-primary hover:underline"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <section aria-labelledby="articles" className="mt-14">
        <h2 id="articles" className="section-title">
          {t('author.articles', { name: author.name })}
        </h2>
        {items.length === 0 ? (
          <p className="mt-6 text-soft">{t('author.empty')}</p>
        ) : (
          <ul className="mt-6 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {items.map((article) => (
              <ArticleCard
                key={article.id}
                article={article}
                href={href(paths.article(article.id))}
                headingLevel="h3"
              />
            ))}
          </ul>
        )}
        <ListPagination
          page={page}
          pageCount={pageCount}
          hrefOf={(number) => href(paths.author(author.id, { page: number }))}
        />
      </section>
    </>
  );
}
