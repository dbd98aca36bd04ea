import { formatDate } from '#shared/locale/dates.ts';
import { parentheses } from '#shared/locale/punctuation.ts';
import { paths } from '#shared/address/paths.ts';
import type { ArticlePayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { RelativeTime } from '#client/site/relative-time.tsx';
import { SitePicture } from '#client/site/site-picture.tsx';

export function ArticleByline({ article }: { article: ArticlePayload }) {
  const t = useText();
  const href = useHref();
  const { author, authorAvatar, publishedAt, updatedAt, readingMinutes, asOf } = article;
  const published = formatDate(publishedAt);
  const updated = formatDate(updatedAt);
  return (
    <div className="mt-6 flex items-center gap-3 text-sm text-soft">
      {authorAvatar && (
        <SitePicture
          picture={authorAvatar}
          place="avatar"
          isFirstView
          isDecorative
          className="frame-round w-12 shrink-0"
        />
      )}
      <div>
        <a href={href(paths.author(author.id))} className="row-link -my-2 text-base text-strong">
          {author.name}
        </a>
        <p className="flex flex-wrap gap-x-4">
          {/* Both, because no finger opens the tooltip that has the date. */}
          {published !== null && (
            <span>
              {published}
              <span className="print:hidden">
                {parentheses[0]}
                <RelativeTime iso={publishedAt} asOf={asOf} />
                {parentheses[1]}
              </span>
            </span>
          )}
          {updated !== null && updated !== published && (
            <time dateTime={updatedAt ?? undefined}>{t('article.updated', { date: updated })}</time>
          )}
          <span className="print:hidden">{t('reading.time', { minutes: readingMinutes })}</span>
        </p>
      </div>
    </div>
  );
}
