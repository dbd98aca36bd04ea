import { useState, type ComponentProps, type ComponentType, type MouseEvent } from 'react';
import { largestFile } from '#shared/picture-files.ts';
import type { Picture } from '#shared/payloads.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { useCarouselLabels } from '#client/site/use-carousel-labels.ts';
import { Carousel } from '#client/ui/carousel.tsx';
import type { EnlargedPictures } from './enlarged-pictures.tsx';

interface Enlarged {
  Pictures: ComponentType<ComponentProps<typeof EnlargedPictures>>;
  first: number;
}

/** A product's pictures. Each is a link to itself, which opens it in its place once the script is there. */
export function ProductGallery({ pictures }: { pictures: readonly Picture[] }) {
  const t = useText();
  const labels = useCarouselLabels(t('product.pictures'));
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);

  async function enlarge(event: MouseEvent<HTMLAnchorElement>, first: number): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const { EnlargedPictures } = await import('./enlarged-pictures.tsx');
      setEnlarged({ Pictures: EnlargedPictures, first });
    } catch {
      location.assign(href);
    }
  }

  const slides = pictures.map((picture, index) => ({
    key: picture.src,
    content: (
      <a
        href={largestFile(picture)}
        title={t('product.enlarge')}
        data-reload=""
        onClick={(event) => void enlarge(event, index)}
        className="block cursor-zoom-in -outline-offset-2"
      >
        <SitePicture picture={picture} place="gallery" isFirstView={index === 0} className="frame-4-3" />
      </a>
    ),
  }));

  return (
    <div className="min-w-0">
      {slides.length > 1 ? <Carousel labels={labels} slides={slides} /> : slides[0]?.content}
      {slides.length === 0 && <SitePicture picture={null} place="gallery" className="frame-4-3" />}
      {enlarged && (
        <enlarged.Pictures pictures={pictures} first={enlarged.first} onClose={() => setEnlarged(null)} />
      )}
    </div>
  );
}
