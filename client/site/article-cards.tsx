import { paths } from '#shared/paths.ts';
import type { ArticleCardData } from '#shared/payloads.ts';
import { useHref } from '../context/app-config-context.ts';
import { ArticleCard } from './article-card.tsx';

interface ArticleCardsProps {
  articles: readonly ArticleCardData[];
  /** The moment from which ages are told, in milliseconds since 1970. */
  asOf: number;
}

/** A list of articles under a heading of its own. */
export function ArticleCards({ articles, asOf }: ArticleCardsProps) {
  const href = useHref();
  return (
    <ul className="cards article-cards mt-6">
      {articles.map((article) => (
        <ArticleCard
          key={article.id}
          article={article}
          href={href(paths.article(article.id))}
          asOf={asOf}
          headingLevel="h3"
        />
      ))}
    </ul>
  );
}
