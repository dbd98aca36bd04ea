import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useText } from '#client/context/use-text.ts';
import { Progress } from '#client/ui/progress.tsx';

/** A navigation that is over sooner shows nothing: a bar that flashes makes it feel longer. */
const longMs = 200;
/** How long a full bar is seen at the end. */
const completeMs = 200;

/** A thin bar at the top while a navigation takes long. */
export function NavigationProgress() {
  const t = useText();
  const isUnderWay = useNavigation().state !== 'idle';
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isUnderWay), isUnderWay ? longMs : completeMs);
    return () => clearTimeout(timer);
  }, [isUnderWay]);

  if (!isShown) return null;
  return (
    <Progress
      value={isUnderWay ? null : 100}
      label={t('site.loading')}
      className="fixed inset-x-0 top-0 z-30 h-1"
    />
  );
}
