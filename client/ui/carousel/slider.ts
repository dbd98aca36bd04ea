import type { RefObject } from 'react';

interface SliderView {
  selected: number;
  /** Number of stops. */
  count: number;
}

export interface Slider {
  scrollTo(index: number): void;
  read(): SliderView;
  /** The row slides for as long as there is a listener. */
  subscribe(listener: () => void): () => void;
}

export interface ShownSlide extends Pick<Slider, 'scrollTo'> {
  selected: number;
}

/** A scrolling row fires events all the time, and counts as resting after this time without one, in ms. */
const restMs = 100;

/** The browser's own scrolling, which snaps: all that a finger needs. */
export function createSlider(region: RefObject<HTMLElement | null>): Slider {
  let viewport: HTMLElement | null = null;
  let view: SliderView = { selected: 0, count: 0 };
  let tell = () => {};

  function select(index: number): void {
    const selected = Math.min(Math.max(index, 0), view.count - 1);
    if (selected === view.selected) return;
    view = { ...view, selected };
    tell();
  }

  return {
    scrollTo(index) {
      select(index);
      // How it gets there is said in the style sheet.
      viewport?.scrollTo({ left: view.selected * viewport.clientWidth });
    },
    read: () => view,
    subscribe(listener) {
      const row = region.current?.querySelector<HTMLElement>('.carousel-viewport');
      if (!row) return () => {};
      let resting: ReturnType<typeof setTimeout> | undefined;
      const onScroll = () => {
        clearTimeout(resting);
        resting = setTimeout(() => select(shownSlide(row)), restMs);
      };
      viewport = row;
      tell = listener;
      view = { selected: shownSlide(row), count: row.firstElementChild?.childElementCount ?? 0 };
      listener();
      row.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        clearTimeout(resting);
        row.removeEventListener('scroll', onScroll);
      };
    },
  };
}

function shownSlide(row: HTMLElement): number {
  return Math.round(row.scrollLeft / row.clientWidth);
}
