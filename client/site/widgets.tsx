import { useEffect, useState, type ComponentType } from 'react';

/** The place for what is not part of the first view: toasts, tooltips, progress. They come once all of it has loaded. */
export function Widgets() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);

  useEffect(() => {
    async function load(): Promise<void> {
      try {
        const { LoadedWidgets } = await import('./loaded-widgets.tsx');
        setLoaded(() => LoadedWidgets);
      } catch (error) {
        // The page is complete without them.
        console.error(error);
      }
    }
    if (document.readyState === 'complete') void load();
    else addEventListener('load', load, { once: true });
    return () => removeEventListener('load', load);
  }, []);

  return Loaded && <Loaded />;
}
