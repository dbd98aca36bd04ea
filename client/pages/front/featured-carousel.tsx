import { paths } from '#shared/paths.ts';
import type { FeaturedData } from '#shared/payloads.ts';
import { useHref } from '#client/context/app-config-context.ts';
import { useText } from '#client/context/use-text.ts';
import { SitePicture } from '#client/site/site-picture.tsx';
import { inParts } from '#client/site/title-parts.tsx';
import { useCarouselLabels } from '#client/site/use-carousel-labels.ts';
import { Carousel } from '#client/ui/carousel.tsx';

interface FeaturedCarouselProps {
  featured: readonly FeaturedData[];
  isFirstView: boolean;
}

/** What the site's settings feature, articles and products mixed. */
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
    <div className="group relative flex h-full flex-col bg-muted md:grid md:grid-cols-[3fr_2fr]">
      <SitePicture
        picture={item.picture}
        place="lead"
        isFirstView={isFirstView}
        className="frame-16-9 rounded-none md:place-self-stretch"
      />
      <div className="flex flex-col justify-center p-5 sm:p-8 lg:p-10">
        <p className="text-sm text-soft">{item.label}</p>
        <h2 className="mt-2 font-serif text-xl leading-snug text-balance text-strong sm:text-2xl">
          <a href={href(path)} className="stretched group-hover:text-primary group-hover:underline">
            {inParts(item.title)}
          </a>
        </h2>
        <p className="mt-3 line-clamp-3 leading-relaxed text-body">{item.summary}</p>
      </div>
    </div>
  );
}
