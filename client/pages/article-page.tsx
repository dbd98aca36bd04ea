import '#shared/locale/visitors/reading-texts.ts';
import { markdownPath, paths } from '#shared/address/paths.ts';
import type { ArticlePayload } from '#shared/payload/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { ArticleCards } from '../site/cards/article-cards.tsx';
import { PageHead } from '../site/page-head.tsx';
import { ProductCards } from '../site/cards/product-cards.tsx';
import { Prose } from '../site/prose.tsx';
import { LabelledSaveButton } from '../site/save-button.tsx';
import { ShareRow } from '../site/sharing/share-row.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { inParts } from '../site/title-parts.tsx';
import { ArticleByline } from './article/article-byline.tsx';
import { ArticleContents } from './article/article-contents.tsx';
import { ArticleNeighbours } from './article/article-neighbours.tsx';
import { AuthorCard } from './article/author-card.tsx';

export function ArticlePage() {
  const t = useText();
  const href = useHref();
  const article = usePayload('articles-id');

  return (
    <>
      <PageHead
        title={article.title}
        description={article.summary}
        canonicalPath={paths.article(article.id)}
        type="article"
        picture={article.cover}
        sharingCard={article.sharingCard}
        article={{ ...article, authorPath: paths.author(article.author.id) }}
        markdown={markdownPath(paths.article(article.id))}
      />
      <article>
        <header className="mx-auto max-w-[38em]">
          {article.tags.length > 0 && (
            <ul aria-label={t('article.tags')} className="flex flex-wrap gap-x-4 text-sm text-primary">
              {article.tags.map((tag) => (
                <li key={tag}>
                  <a href={href(paths.tag(tag))} className="row-link">
                    {tag}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <h1 className="page-title">{inParts(article.title)}</h1>
          {article.summary !== '' && (
            <p className="mt-5 font-serif text-lg leading-loose text-soft">{article.summary}</p>
          )}
          <ArticleByline article={article} />
        </header>
        {article.cover && (
          <SitePicture
            picture={article.cover}
            place="cover"
            isFirstView
            className="frame-16-9 mx-auto mt-10 max-w-4xl"
          />
        )}
        <div className="article-body mt-12">
          <ArticleContents headings={article.headings} />
          <Prose html={article.bodyHtml} name="articles-id.bodyHtml" />
        </div>
        <div className="mx-auto mt-10 max-w-[38em]">
          <ShareRow title={article.title} path={paths.article(article.id)}>
            <LabelledSaveButton item={`article:${article.id}`} name={article.title} />
          </ShareRow>
          <AuthorCard article={article} />
        </div>
      </article>
      <MoreToRead article={article} />
    </>
  );
}

function MoreToRead({ article }: { article: ArticlePayload }) {
  const t = useText();
  const { related, products, older, newer, asOf } = article;
  return (
    <>
      {related.length > 0 && (
        <section aria-labelledby="related" className="print:hidden mt-14 border-t border-line pt-10">
          <h2 id="related" className="section-title">
            {t('reading.related')}
          </h2>
          <ArticleCards articles={related} asOf={asOf} />
        </section>
      )}
      {products.length > 0 && (
        <section aria-labelledby="products" className="print:hidden mt-14 border-t border-line pt-10">
          <h2 id="products" className="section-title">
            {t('reading.products')}
          </h2>
          <ProductCards products={products} />
        </section>
      )}
      <ArticleNeighbours older={older} newer={newer} />
    </>
  );
}
