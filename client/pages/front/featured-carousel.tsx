import { paths } from '#shared/address/paths.ts';
import type { FeaturedData } from '#shared/payload/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { inParts } from '#client/site/title-parts.tsx';
import { useCarouselLabels } from '#client/site/use-carousel-labels.ts';
import { Carousel } from '#client/ui/carousel/carousel.tsx';

interface FeaturedCarouselProps {
  featured: readonly FeaturedData[];
  isFirstView: boolean;
}

/** Carousel of the featured articles and products in the settings, mixed. */
export function FeaturedCarousel({ featured, isFirstView }: FeaturedCarouselProps) {
  const t = useText();
  const labels = useCarouselLabels(t('products.featured'));
  const slides = featured.map((item, index) => ({
    key: `${item.kind}:${item.id}`,
    content: <FeaturedSlide item={item} isFirstView={isFirstView && index === 0} />,
  }));
  return (
    <div className="front-part">
      <Carousel labels={labels} slides={slides} />
    </div>
  );
}

function FeaturedSlide({ item, isFirstView }: { item: FeaturedData; isFirstView: boolean }) {
  const href = useHref();
  const path = item.kind === 'article' ? paths.article(item.id) : paths.product(item.id);
  return (
    <div className="featured">
      <SitePicture
        picture={item.picture}
        name={item.title}
        place="lead"
        isFirstView={isFirstView}
        className="frame-16-9"
      />
      <div>
        <p>{item.label}</p>
        <h2>
          <a href={href(path)} className="stretched">
            {inParts(item.title)}
          </a>
        </h2>
        <p>{item.summary}</p>
      </div>
    </div>
  );
}
