import { paths } from '#shared/address/paths.ts';
import type { ArticleLink, ArticlePayload } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { inParts } from '#client/site/title-parts.tsx';

export function ArticleNeighbours({ older, newer }: Pick<ArticlePayload, 'older' | 'newer'>) {
  const t = useText();
  if (older === null && newer === null) return null;
  return (
    <nav aria-label={t('reading.neighbours')} className="neighbours">
      {older && <Neighbour article={older} label={t('reading.older')} />}
      {newer && <Neighbour article={newer} label={t('reading.newer')} />}
    </nav>
  );
}

function Neighbour({ article: { id, title, cover }, label }: { article: ArticleLink; label: string }) {
  const href = useHref();
  return (
    <a href={href(paths.article(id))}>
      <SitePicture picture={cover} name={title} place="articleCard" className="frame-16-9" />
      <span>
        <span className="text-sm text-soft">{label}</span>
        <b>{inParts(title)}</b>
      </span>
    </a>
  );
}
