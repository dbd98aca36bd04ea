import { NavigationProgress } from './navigation-progress.tsx';
import { ReadingProgress } from './reading-progress.tsx';

/** `articleId`: of the article that is shown, if one is. */
export function ProgressBars({ articleId }: { articleId: string | null }) {
  return (
    <>
      <NavigationProgress />
      {articleId !== null && <ReadingProgress key={articleId} />}
    </>
  );
}
