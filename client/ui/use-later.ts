import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Returns the module that `load` imports once the first view has loaded; null until then, and when it cannot be loaded.
 */
export function useLater<T extends object>(load: () => Promise<T>): T | null {
  return useNeeded(useHasLoaded(), load);
}

/**
 * Returns the module that `load` imports from the moment that it is needed; null until then, and when it cannot be
 * loaded.
 */
export function useNeeded<T extends object>(isNeeded: boolean, load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const startLoading = useEffectEvent(load);

  useEffect(() => {
    // Without it the page is complete too.
    if (isNeeded) startLoading().then(setLoaded, (error: unknown) => console.error(error));
  }, [isNeeded]);

  return loaded;
}

function useHasLoaded(): boolean {
  const [hasLoaded, setHasLoaded] = useState(false);

  useEffect(() => {
    const whenLoaded = () => setHasLoaded(true);
    if (document.readyState === 'complete') whenLoaded();
    else addEventListener('load', whenLoaded, { once: true });
    return () => removeEventListener('load', whenLoaded);
  }, []);

  return hasLoaded;
}
