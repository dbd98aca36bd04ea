import externalLink from 'icon:lucide/external-link';
import { paths } from '#shared/address/paths.ts';
import { useContentLink, useHref } from '../context/app-config-context.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { EmptyState } from '../site/empty-state.tsx';
import { ListPagination } from '../site/cards/list-pagination.tsx';
import { PageHead } from '../site/page-head.tsx';
import { Prose } from '../site/prose.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { Icon } from '../ui/icon.tsx';

export function AuthorPage() {
  const t = useText();
  const href = useHref();
  const contentLink = useContentLink();
  const { author, articles, asOf } = usePayload('author-author_id');
  const { items, page, pageCount } = articles;

  return (
    <>
      <PageHead
        title={page === 1 ? author.name : t('list.titleOfPage', { title: author.name, page })}
        description={author.bioText || t('author.description', { name: author.name })}
        canonicalPath={paths.author(author.id, { page })}
        type="profile"
        picture={author.avatar}
        sharingCard={author.sharingCard}
        feedOf={paths.author(author.id)}
      />
      <div className="flex flex-col gap-6 sm:flex-row sm:gap-10">
        {author.avatar && (
          <SitePicture
            picture={author.avatar}
            place="portrait"
            isFirstView
            isDecorative
            className="frame-round w-28 shrink-0 self-start sm:w-44"
          />
        )}
        <div className="sm:pt-3">
          <h1 className="page-title">{author.name}</h1>
          <div className="mt-3">
            <Prose html={author.bioHtml} name="author-author_id.author.bioHtml" />
          </div>
          {author.links.length > 0 && (
            <ul aria-label={t('author.links')} className="mt-2 flex flex-wrap gap-x-6">
              {author.links.map(({ label, url }) => (
                <li key={url}>
                  <a {...contentLink(url)} className="row-link text-primary">
                    {label}
                    <Icon drawing={externalLink} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <section aria-labelledby="articles" className="mt-12 border-t border-line pt-10">
        <h2 id="articles" className="section-title">
          {t('author.articles', { name: author.name })}
        </h2>
        {items.length === 0 ? (
          <EmptyState text={t('author.empty')} />
        ) : (
          <ArticleCards articles={items} asOf={asOf} />
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
