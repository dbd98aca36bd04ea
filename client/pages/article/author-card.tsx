import { paths } from '#shared/address/paths.ts';
import type { ArticlePayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';

/** Card about the author, for readers at the end of the article. */
export function AuthorCard({ article }: { article: ArticlePayload }) {
  const t = useText();
  const href = useHref();
  const { author, authorAvatar, authorBio } = article;
  return (
    <section aria-label={t('reading.author')} className="card hit author-card mt-10 print:hidden">
      <SitePicture picture={authorAvatar} place="avatar" isDecorative className="frame-round" />
      <div>
        <h2>
          <a href={href(paths.author(author.id))}>{author.name}</a>
        </h2>
        {authorBio !== '' && <p className="card-text">{authorBio}</p>}
        <p className="card-foot" aria-hidden="true">
          {t('author.articles', { name: author.name })}
        </p>
      </div>
    </section>
  );
}
