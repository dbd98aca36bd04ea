import { formatDate } from '#shared/locale/dates.ts';
import { buildPath } from '#shared/address/paths.ts';
import { usePayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { PageHead } from '../site/page-head.tsx';
import { Prose } from '../site/prose.tsx';
import { SitePicture } from '../site/site-picture.tsx';
import { inParts } from '../site/title-parts.tsx';

/** A page of the site itself, such as 關於我們. */
export function SitePage() {
  const t = useText();
  const { id, title, summary, bodyHtml, updatedAt, cover, sharingCard } = usePayload('pages-id');
  const updated = formatDate(updatedAt);

  return (
    <>
      <PageHead
        title={title}
        description={summary}
        canonicalPath={buildPath('pages-id', { id })}
        picture={cover}
        sharingCard={sharingCard}
      />
      <article>
        <header className="mx-auto max-w-[38em]">
          <h1 className="page-title">{inParts(title)}</h1>
          {summary !== '' && <p className="mt-5 font-serif text-lg leading-loose text-soft">{summary}</p>}
          {updated !== null && (
            <p className="mt-6 text-sm text-soft">
              <time dateTime={updatedAt ?? undefined}>{t('article.updated', { date: updated })}</time>
            </p>
          )}
        </header>
        {cover && (
          <SitePicture
            picture={cover}
            place="cover"
            isFirstView
            className="frame-16-9 mx-auto mt-10 max-w-4xl"
          />
        )}
        <div className="article-body mt-12">
          <Prose html={bodyHtml} name="pages-id.bodyHtml" />
        </div>
      </article>
    </>
  );
}
