import { useEffect, useEffectEvent, useState } from 'react';

/** What `load` imports, once all of the first view has loaded; null until then, and for ever when it cannot be had. */
export function useLater<T extends object>(load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const start = useEffectEvent(async () => {
    try {
      setLoaded(await load());
    } catch (error) {
      // The page is complete without it.
      console.error(error);
    }
  });

  useEffect(() => {
    const whenLoaded = () => void start();
    if (document.readyState === 'complete') whenLoaded();
    else addEventListener('load', whenLoaded, { once: true });
    return () => removeEventListener('load', whenLoaded);
  }, []);

  return loaded;
}
