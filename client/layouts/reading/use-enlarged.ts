import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import type { Picture } from '#shared/payload/payloads.ts';
import type { EnlargedPictures } from './enlarged-pictures.tsx';

interface Enlarged extends Pick<ComponentProps<typeof EnlargedPictures>, 'pictures' | 'first'> {
  Pictures: typeof EnlargedPictures;
  /** Pictures of a product rather than of a text. */
  isGallery: boolean;
}

/**
 * Pictures that open large in the page. Each stands in a link to itself, which remains without script, or when this
 * script cannot be loaded. Returns the open picture and a function that closes it.
 */
export function useEnlarged(): [enlarged: Enlarged | null, close: () => void] {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ enlarged: Enlarged | null; onPage: string } | null>(null);
  const open = useEffectEvent(async (link: HTMLAnchorElement) => {
    setOpened({ enlarged: await openLarge(link), onPage: key });
  });

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.enlarge') : null;
      if (link === null || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void open(link);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  // On another page there is nothing open.
  return [opened?.onPage === key ? opened.enlarged : null, () => setOpened(null)];
}

async function openLarge(link: HTMLAnchorElement): Promise<Enlarged | null> {
  try {
    const { EnlargedPictures: Pictures } = await import('./enlarged-pictures.tsx');
    const isGallery = link.closest('.gallery') !== null;
    const images = [
      ...(link.closest('.gallery, .prose') ?? link).querySelectorAll<HTMLImageElement>(
        '.enlarge img:not([aria-hidden])',
      ),
    ];
    const first = images.findIndex((image) => link.contains(image));
    return { Pictures, isGallery, pictures: images.map(pictureOf), first };
  } catch {
    location.assign(link.href);
    return null;
  }
}

/** The picture that an element shows, as it was before it became HTML. */
function pictureOf(image: HTMLImageElement): Picture {
  const sizeOf = (name: string) => Number(image.getAttribute(name)) || null;
  const types = [...(image.closest('picture')?.querySelectorAll('source') ?? [])].map(({ type }) => type);
  const formats = (['avif', 'webp'] as const).filter((format) => types.includes(`image/${format}`));
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.alt,
    width: sizeOf('width'),
    height: sizeOf('height'),
    ...(formats.length > 0 && { formats }),
  };
}
