import '#shared/locale/visitors/front-texts.ts';
import { paths } from '#shared/address/paths.ts';
import type { ArticleCardData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { useViewer } from '#client/context/viewer-store.ts';
import { ArticleTeaser } from '#client/site/cards/article-card.tsx';
import { SaveButton } from '#client/site/save-button.tsx';
import { SitePicture } from '#client/site/site-picture.tsx';
import { FrontPart } from './front-part.tsx';

interface NewestArticlesProps {
  articles: readonly ArticleCardData[];
  /** Reference time for ages, in milliseconds since 1970. */
  asOf: number;
  isFirstView: boolean;
}

/** A row; on a telephone each is one, with its picture beside the words. */
export function NewestArticles({ articles, asOf, isFirstView }: NewestArticlesProps) {
  const t = useText();
  const href = useHref();
  const viewer = useViewer();
  return (
    <FrontPart
      id="newest-articles"
      title={t('front.newest')}
      href={href(paths.articles())}
      linkText={t('front.allArticles')}
    >
      <ul className="cards article-row">
        {articles.map((article) => (
          <li key={article.id} className="card">
            {/* On the picture, not on the words beside it. */}
            <div className="relative">
              <SitePicture
                picture={article.cover}
                name={article.title}
                place="articleRow"
                isFirstView={isFirstView}
                className="frame-16-9"
              />
              {viewer && <SaveButton item={`article:${article.id}`} name={article.title} viewer={viewer} />}
            </div>
            <div>
              <ArticleTeaser
                article={article}
                href={href(paths.article(article.id))}
                asOf={asOf}
                headingLevel="h3"
              />
            </div>
          </li>
        ))}
      </ul>
    </FrontPart>
  );
}
