import { formatDate } from '#shared/dates.ts';
import type { ArticleCardData } from '#shared/payloads.ts';
import { CardHeart } from './save-button.tsx';
import { SitePicture } from './site-picture.tsx';
import { useViewer } from './viewer-store.ts';

interface ArticleCardProps {
  article: ArticleCardData;
  href: string;
  isFirstView?: boolean;
  headingLevel?: 'h2' | 'h3';
}

export function ArticleCard({
  article,
  href,
  isFirstView = false,
  headingLevel: Heading = 'h2',
}: ArticleCardProps) {
  const viewer = useViewer();
  return (
    <li className="group relative flex flex-col">
      <SitePicture
        picture={article.cover}
        place="articleCard"
        isFirstView={isFirstView}
        className="aspect-16/9 rounded-lg"
      />
      <Heading className="mt-4 font-serif text-xl leading-snug text-balance text-strong">
        <a
          href={href}
          className="after:absolute after:inset-0 group-hover:text-primary group-hover:underline"
        >
          {article.title}
        </a>
      </Heading>
      {article.summary !== '' && (
        <p className="mt-2 line-clamp-3 leading-relaxed text-body">{article.summary}</p>
      )}
      <p className="mt-auto pt-3 text-sm text-soft">
        {article.author.name}
        <span aria-hidden="true" className="mx-2">
          ·
        </span>
        <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
      </p>
      {viewer && <CardHeart item={`article:${article.id}`} name={article.title} viewer={viewer} />}
    </li>
  );
}
