import chevron from 'icon:lucide/chevron-down';
import type { ArticlePayload } from '#shared/payloads.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';

/** From this many headings on, a list of them helps more than it is in the way. */
const longFrom = 6;
/** From this many on, only the main ones are listed. */
const veryLongFrom = 16;

/** The list of headings: beside the text where there is room, otherwise before it and closed. */
export function ArticleContents({ headings }: Pick<ArticlePayload, 'headings'>) {
  const t = useText();
  if (headings.length < longFrom) return null;
  const listed = headings.length < veryLongFrom ? headings : headings.filter(({ level }) => level === 2);
  return (
    <nav aria-label={t('article.contents')} className="contents-list">
      <details>
        <summary>
          {t('article.contents')}
          <Icon drawing={chevron} />
        </summary>
        <ol>
          {listed.map(({ id, level, text }) => (
            <li key={id} className={level > 2 ? 'ps-4' : undefined}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
