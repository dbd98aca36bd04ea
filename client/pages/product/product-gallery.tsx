import { useState } from 'react';
import { largestFile } from '#shared/picture-files.ts';
import type { Picture, ProductPayload } from '#shared/payload/payloads.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { useCarouselLabels } from '#client/site/use-carousel-labels.ts';
import type { CarouselLabels } from '#client/ui/carousel/carousel-labels.ts';
import { Carousel } from '#client/ui/carousel/carousel.tsx';
import type { ShownSlide } from '#client/ui/carousel/slider.ts';

/** A product's pictures. Each is a link to itself, which opens it in its place once the script is there (client/layouts/reading/use-enlarged.ts). */
export function ProductGallery({ name, pictures }: Pick<ProductPayload, 'name' | 'pictures'>) {
  const t = useText();
  const labels = useCarouselLabels(t('product.pictures'));
  const [shown, setShown] = useState<ShownSlide | null>(null);

  const slides = pictures.map((picture, index) => ({
    key: picture.src,
    content: (
      <a
        id={placeOf(index)}
        href={largestFile(picture)}
        title={t('product.enlarge')}
        data-reload=""
        className="enlarge block -outline-offset-2"
      >
        <SitePicture picture={picture} place="gallery" isFirstView={index === 0} className="frame-4-3" />
      </a>
    ),
  }));

  if (pictures.length < 2) {
    return (
      <div className="gallery">
        {slides[0]?.content ?? (
          <SitePicture picture={null} name={name} place="gallery" className="frame-4-3" />
        )}
      </div>
    );
  }
  return (
    <div className="gallery">
      <Carousel labels={labels} slides={slides} onShow={setShown} />
      <Thumbnails pictures={pictures} shown={shown} labels={labels} />
    </div>
  );
}

function placeOf(index: number): string {
  return `picture-${index + 1}`;
}

interface ThumbnailsProps {
  pictures: readonly Picture[];
  /** Null until the row of large ones has its script: the browser then scrolls it to the place that a link names. */
  shown: ShownSlide | null;
  labels: CarouselLabels;
}

function Thumbnails({ pictures, shown, labels }: ThumbnailsProps) {
  return (
    <ul aria-label={labels.choose} className="thumbnails">
      {pictures.map((picture, index) => (
        <li key={picture.src}>
          <a
            href={`#${placeOf(index)}`}
            aria-label={labels.goTo(index + 1)}
            aria-current={index === (shown?.selected ?? 0) ? 'true' : undefined}
            onClick={(event) => {
              if (shown === null) return;
              event.preventDefault();
              shown.scrollTo(index);
            }}
          >
            <SitePicture picture={picture} place="avatar" className="frame-1-1" />
          </a>
        </li>
      ))}
    </ul>
  );
}
