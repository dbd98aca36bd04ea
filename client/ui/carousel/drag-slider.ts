import type { RefObject } from 'react';
import EmblaCarousel, { type EmblaCarouselType, type EmblaOptionsType } from 'embla-carousel';
import type { Slider } from './slider.ts';

const options: EmblaOptionsType = {
  // Instant for visitors who prefer reduced motion.
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
};

/** Takes the row of slides over from the browser's scrolling, which a mouse cannot drag, and gives it back. */
export function createDragSlider(region: RefObject<HTMLElement | null>, from: Slider): Slider {
  let embla: EmblaCarouselType | null = null;
  /** Null before it has taken over: a press may still reach the other meanwhile. */
  let view: ReturnType<Slider['read']> | null = null;
  const read = () => view ?? from.read();

  return {
    scrollTo: (index) => embla?.scrollTo(index),
    read,
    subscribe(listener) {
      const viewport = region.current?.querySelector<HTMLElement>('.carousel-viewport');
      if (!viewport) return () => {};
      // Target of a running scroll animation, if there is one.
      const startIndex = read().selected;
      viewport.dataset['live'] = '';
      viewport.scrollLeft = 0;
      const started = EmblaCarousel(viewport, { ...options, startIndex });
      const look = () => {
        view = { selected: started.selectedScrollSnap(), count: started.scrollSnapList().length };
        listener();
      };
      started.on('select', look).on('reInit', look);
      embla = started;
      look();
      return () => {
        embla = null;
        started.destroy();
        delete viewport.dataset['live'];
      };
    },
  };
}
