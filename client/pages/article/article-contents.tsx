import chevron from 'icon:lucide/chevron-down';
import { useEffect, useState } from 'react';
import type { ArticlePayload } from '#shared/payload/payloads.ts';
import { useText } from '#client/context/use-text.ts';
import { Icon } from '#client/ui/icon.tsx';

type Headings = ArticlePayload['headings'];

/** From this many headings on, a list of them helps more than it is in the way. */
const longFrom = 6;
/** From this many on, only the main ones are listed. */
const veryLongFrom = 16;

/** The list of headings: beside the text where there is room, otherwise before it and closed. */
export function ArticleContents({ headings }: Pick<ArticlePayload, 'headings'>) {
  const t = useText();
  const current = useCurrentHeading(headings);
  if (headings.length < longFrom) return null;
  const listed = listedOf(headings);
  return (
    <nav aria-label={t('reading.contents')} className="contents-list">
      <details>
        <summary>
          {t('reading.contents')}
          <Icon drawing={chevron} />
        </summary>
        <ol>
          {listed.map(({ id, level, text }) => (
            <li key={id} className={level > 2 ? 'ps-4' : undefined}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function listedOf(headings: Headings): Headings {
  return headings.length < veryLongFrom ? headings : headings.filter(({ level }) => level === 2);
}

/**
 * Line in the window, as a part of its height from the top: a heading above it begins the section that is being read.
 */
const readAt = 0.3;

/** The id of the last listed heading that the reader has come to. Null before the first one, and without script. */
function useCurrentHeading(headings: Headings): string | null {
  const [current, setCurrent] = useState<string | null>(null);

  useEffect(() => {
    if (headings.length < longFrom) return;
    const places = listedOf(headings).flatMap(({ id }) => document.getElementById(id) ?? []);
    const look = () => {
      const line = innerHeight * readAt;
      const passed = places.filter((place) => place.getBoundingClientRect().top <= line);
      setCurrent(passed.at(-1)?.id ?? null);
    };
    // Everything above the line, however far: so it reports each heading that crosses it, by a step or a jump alike,
    // and nothing while the text between two is scrolled.
    const observer = new IntersectionObserver(look, {
      rootMargin: `1000000px 0px -${(1 - readAt) * 100}% 0px`,
    });
    for (const place of places) observer.observe(place);
    return () => observer.disconnect();
  }, [headings]);

  return current;
}
