import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { keepOverReload } from '../browser/keep/kept-slices.ts';
import { keptToasts } from '../browser/keep/kept-toasts.ts';
import { toasts } from '../browser/keep/toasts.ts';
import { useOptionalPayload } from '../context/use-payload.ts';
import { useText } from '../context/use-text.ts';
import { useNeeded } from '../ui/use-later.ts';
import { useEnlarged } from './reading/use-enlarged.ts';

/** Each is loaded when it is needed for the first time: most visits see none of them. */
export function LoadedWidgets() {
  return (
    <>
      <Toasts />
      <Tooltips />
      <Enlarged />
      <ProgressBars />
    </>
  );
}

function Toasts() {
  const t = useText();
  useEffect(() => keepOverReload('toasts', keptToasts), []);
  const count = useSyncExternalStore(toasts.subscribe, () => toasts.read().length);
  const loaded = useNeeded(count > 0, () => import('../ui/toast-region.tsx'));
  const labels = {
    region: t('toast.region'),
    announcement: t('toast.announcement'),
    close: t('toast.close'),
  };
  return loaded && <loaded.ToastRegion queue={toasts} labels={labels} />;
}

function Tooltips() {
  const [first, setFirst] = useState<Event | null>(null);
  const loaded = useNeeded(first !== null, () => import('../ui/tooltip-layer.tsx'));

  useEffect(() => {
    if (first !== null) return;
    const look = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[title]')) setFirst(event);
    };
    // In the capturing phase: focus does not bubble.
    document.addEventListener('pointerover', look, true);
    document.addEventListener('focus', look, true);
    return () => {
      document.removeEventListener('pointerover', look, true);
      document.removeEventListener('focus', look, true);
    };
  }, [first]);

  return loaded && <loaded.TooltipLayer first={first} />;
}

function Enlarged() {
  const t = useText();
  const [enlarged, close] = useEnlarged();
  if (enlarged === null) return null;
  const { Pictures, isGallery, pictures, first } = enlarged;
  return (
    <Pictures
      label={t(isGallery ? 'product.pictures' : 'product.enlarge')}
      pictures={pictures}
      first={first}
      onClose={close}
    />
  );
}

function ProgressBars() {
  const isUnderWay = useNavigation().state !== 'idle';
  const article = useOptionalPayload('articles-id');
  const loaded = useNeeded(isUnderWay || article !== undefined, () => import('./reading/progress-bars.tsx'));
  return loaded && <loaded.ProgressBars articleId={article?.id ?? null} />;
}
