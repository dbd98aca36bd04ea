import { useText } from '../context/use-text.ts';
import type { CarouselLabels } from '../ui/carousel/carousel-labels.ts';

export function useCarouselLabels(region: string): CarouselLabels {
  const t = useText();
  return {
    region,
    previous: t('list.previous'),
    next: t('list.next'),
    choose: t('carousel.choose'),
    goTo: (slide) => t('carousel.goTo', { slide }),
    position: (slide, slideCount) => t('carousel.position', { slide, slideCount }),
  };
}
