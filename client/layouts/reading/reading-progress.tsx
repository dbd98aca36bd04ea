import { useEffect, useState } from 'react';
import { useText } from '#client/context/use-text.ts';
import { Progress } from '#client/ui/progress.tsx';
import { readPercent } from './read-percent.ts';

/**
 * How much of the article has been read, as a thin bar at the top. Hidden from screen readers, which know where they
 * are and which would beep at every step of it.
 */
export function ReadingProgress() {
  const t = useText();
  const [percent, setPercent] = useState(0);

  useEffect(() => {
    function measure(): void {
      const body = document.querySelector('article .prose');
      if (body !== null) setPercent(readPercent(body.getBoundingClientRect(), window.innerHeight));
    }
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, []);

  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-20 print:hidden">
      <Progress value={percent} label={t('article.progress')} className="h-0.5 bg-transparent" />
    </div>
  );
}
