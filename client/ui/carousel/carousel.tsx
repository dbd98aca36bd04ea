import { useId, useRef, type ReactNode } from 'react';
import type { CarouselLabels } from './carousel-labels.ts';
import type { ShownSlide } from './slider.ts';
import { useLater } from '../use-later.ts';

interface CarouselProps {
  labels: CarouselLabels;
  slides: readonly { key: string; content: ReactNode }[];
  /** Called with the current slide when the script has loaded, and on every change. */
  onShow?: (shown: ShownSlide) => void;
}

/** Dots stand 44 px apart for a finger; six with the arrows beside them are wider than a phone of 320 px. */
const maxDots = 5;

/**
 * A row of slides that snaps as it is scrolled, which is all that is there without script. Arrows, dots, keys and
 * dragging come after the first view. Nothing moves by itself, so there is nothing to pause.
 */
export function Carousel({ labels, slides, onShow }: CarouselProps) {
  const id = useId();
  const region = useRef<HTMLElement>(null);
  const later = useLater(() => import('./carousel-controls.tsx'));
  const slideIds = slides.map((_, index) => `${id}-${index}`);
  const hasDots = slides.length <= maxDots;
  const isTabPanel = later !== null && hasDots;

  return (
    <section
      ref={region}
      tabIndex={0}
      aria-roledescription="carousel"
      aria-label={labels.region}
      className="rounded-lg"
    >
      <div className="carousel-viewport rounded-lg">
        <div>
          {slides.map(({ key, content }, index) => (
            <div
              key={key}
              id={slideIds[index]}
              role={isTabPanel ? 'tabpanel' : 'group'}
              aria-roledescription={isTabPanel ? undefined : 'slide'}
              aria-label={labels.position(index + 1, slides.length)}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      {slides.length > 1 && (
        // The height is reserved from the start, so that the controls move nothing when they load.
        <div className="flex min-h-14 items-center justify-center noscript:hidden print:hidden">
          {later && (
            <later.CarouselControls
              region={region}
              slideIds={slideIds}
              labels={labels}
              hasDots={hasDots}
              onShow={onShow}
            />
          )}
        </div>
      )}
    </section>
  );
}
