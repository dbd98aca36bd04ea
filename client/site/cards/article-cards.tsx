import { paths } from '#shared/address/paths.ts';
import type { ArticleCardData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { ArticleCard } from './article-card.tsx';

interface ArticleCardsProps {
  articles: readonly ArticleCardData[];
  /** Reference time for ages, in milliseconds since 1970. */
  asOf: number;
  /** `h3` where the list has a heading of its own. */
  headingLevel?: 'h2' | 'h3';
  className?: string;
}

export function ArticleCards({ articles, asOf, headingLevel = 'h3', className = 'mt-6' }: ArticleCardsProps) {
  const href = useHref();
  return (
    <ul className={`cards article-cards ${className}`}>
      {articles.map((article) => (
        <ArticleCard
          key={article.id}
          article={article}
          href={href(paths.article(article.id))}
          asOf={asOf}
          headingLevel={headingLevel}
        />
      ))}
    </ul>
  );
}
