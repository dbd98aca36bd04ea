import { useEffect } from 'react';
import { keepOverReload } from '../browser/kept-slices.ts';
import { keptToasts } from '../browser/kept-toasts.ts';
import { toasts } from '../browser/toasts.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { useOptionalPayload } from './use-payload.ts';
import { useText } from './use-text.ts';

export function LoadedWidgets() {
  const t = useText();
  const article = useOptionalPayload('articles-id');
  useEffect(() => keepOverReload('toasts', keptToasts), []);
  const labels = {
    region: t('toast.region'),
    announcement: t('toast.announcement'),
    close: t('toast.close'),
  };
  return (
    <>
      <NavigationProgress />
      {article && <ReadingProgress key={article.id} />}
      <TooltipLayer />
      <ToastRegion queue={toasts} labels={labels} />
    </>
  );
}
