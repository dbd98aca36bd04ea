import type { RefObject } from 'react';
import EmblaCarousel, { type EmblaCarouselType, type EmblaOptionsType } from 'embla-carousel';

interface SliderView {
  selected: number;
  /** How many places there are to stop at. */
  count: number;
}

export interface Slider {
  scrollTo(index: number): void;
  read(): SliderView;
  /** The row slides for as long as somebody listens. */
  subscribe(listener: () => void): () => void;
}

const options: EmblaOptionsType = {
  // At once for those who want nothing to move.
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
};

/** Takes the row of slides over from the browser's scrolling, where it stands, and gives it back. */
export function createSlider(region: RefObject<HTMLElement | null>): Slider {
  let embla: EmblaCarouselType | null = null;
  let view: SliderView = { selected: 0, count: 0 };

  return {
    scrollTo: (index) => embla?.scrollTo(index),
    read: () => view,
    subscribe(listener) {
      const viewport = region.current?.querySelector<HTMLElement>('.carousel-viewport');
      if (!viewport) return () => {};
      const startIndex = Math.round(viewport.scrollLeft / viewport.clientWidth);
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
