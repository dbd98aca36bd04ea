import { paths } from '#shared/paths.ts';
import type { ArticleName, ArticlePayload } from '#shared/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { inParts } from '#client/site/title-parts.tsx';

export function ArticleNeighbours({ older, newer }: Pick<ArticlePayload, 'older' | 'newer'>) {
  const t = useText();
  if (older === null && newer === null) return null;
  return (
    <nav
      aria-label={t('article.neighbours')}
      className="mx-auto mt-14 grid max-w-[38em] gap-x-8 gap-y-6 border-t border-line pt-8 sm:grid-cols-2"
    >
      {older && <Neighbour article={older} label={t('article.older')} />}
      {newer && (
        <div className="sm:col-start-2 sm:text-end">
          <Neighbour article={newer} label={t('article.newer')} />
        </div>
      )}
    </nav>
  );
}

function Neighbour({ article: { id, title }, label }: { article: ArticleName; label: string }) {
  const href = useHref();
  return (
    <a href={href(paths.article(id))} className="group block">
      <span className="block text-sm text-soft">{label}</span>
      <span className="mt-1 block font-serif text-lg leading-snug text-strong group-hover:text-primary">
        {inParts(title)}
      </span>
    </a>
  );
}
