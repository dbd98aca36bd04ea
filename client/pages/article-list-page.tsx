import { paths } from '#shared/address/paths.ts';
import type { ArticleCardData } from '#shared/payload/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleTeaser } from '../site/cards/article-card.tsx';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { EmptyState } from '../site/empty-state.tsx';
import { describeList } from '../site/cards/list-description.ts';
import { ListPagination } from '../site/cards/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { SitePicture } from '../site/site-picture.tsx';

export function ArticleListPage() {
  const t = useText();
  const href = useHref();
  const { items, tags, recent, page, pageCount, total, asOf } = usePayload('articles');
  const lead = page === 1 ? items[0] : undefined;
  const title = t('articles.title');
  const others = lead === undefined ? items : items.slice(1);

  return (
    <>
      <PageHead
        title={page === 1 ? title : t('list.titleOfPage', { title, page })}
        description={describeList(t, {
          name: title,
          size: t('articles.count', { total }),
          titles: items.map((article) => article.title),
        })}
        canonicalPath={paths.articles({ page })}
        picture={items[0]?.cover ?? null}
        feedOf={paths.home}
      />
      <h1 className="page-title">{title}</h1>
      {tags.length > 0 && (
        <nav aria-label={t('article.tags')} className="mt-4">
          <ul className="chips">
            {tags.map((tag) => (
              <li key={tag}>
                <a href={href(paths.tag(tag))}>{tag}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {items.length === 0 && <EmptyState text={t('articles.empty')} recent={recent} kind="articles" />}
      {lead && <LeadArticle article={lead} href={href(paths.article(lead.id))} asOf={asOf} />}
      {others.length > 0 && (
        <ArticleCards
          articles={others}
          asOf={asOf}
          headingLevel="h2"
          className="mt-12 border-t border-line pt-10"
        />
      )}
      <ListPagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => href(paths.articles({ page: number }))}
      />
    </>
  );
}

interface LeadArticleProps {
  article: ArticleCardData;
  href: string;
  asOf: number;
}

function LeadArticle({ article, href, asOf }: LeadArticleProps) {
  return (
    <article className="card lead mt-6">
      <SitePicture
        picture={article.cover}
        name={article.title}
        place="lead"
        isFirstView
        className="frame-16-9"
      />
      <div>
        <ArticleTeaser article={article} href={href} asOf={asOf} />
      </div>
    </article>
  );
}
