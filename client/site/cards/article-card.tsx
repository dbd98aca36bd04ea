import { paths } from '#shared/address/paths.ts';
import type { ArticleCardData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useViewer } from '#client/context/viewer-store.ts';
import { RelativeTime } from '../relative-time.tsx';
import { SaveButton } from '../save-button.tsx';
import { SitePicture } from '../site-picture.tsx';
import { inParts } from '../title-parts.tsx';

interface ArticleCardProps {
  article: ArticleCardData;
  href: string;
  /** The moment that the page's data counts ages from, in milliseconds since 1970. */
  asOf: number;
  headingLevel?: 'h2' | 'h3';
}

export function ArticleCard({ article, href, asOf, headingLevel = 'h2' }: ArticleCardProps) {
  const viewer = useViewer();
  return (
    <li className={article.isWide ? 'card card-wide' : 'card'}>
      <SitePicture
        picture={article.cover}
        name={article.title}
        place={article.isWide ? 'lead' : 'articleCard'}
        className="frame-16-9"
      />
      <ArticleTeaser article={article} href={href} asOf={asOf} headingLevel={headingLevel} />
      {viewer && <SaveButton item={`article:${article.id}`} name={article.title} viewer={viewer} />}
    </li>
  );
}

/** Text beside the picture. */
export function ArticleTeaser({ article, href, asOf, headingLevel: Heading = 'h2' }: ArticleCardProps) {
  const hrefOf = useHref();
  const [tag] = article.tags;
  return (
    <>
      {tag !== undefined && (
        <p className="card-kicker">
          <a href={hrefOf(paths.tag(tag))}>{tag}</a>
        </p>
      )}
      <Heading>
        <a href={href}>{inParts(article.title)}</a>
      </Heading>
      {article.summary !== '' && <p className="card-text">{article.summary}</p>}
      <p className="card-foot">
        <span>{article.author.name}</span>
        <RelativeTime iso={article.publishedAt} asOf={asOf} />
      </p>
    </>
  );
}
