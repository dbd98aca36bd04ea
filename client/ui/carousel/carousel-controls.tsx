import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { CarouselLabels } from './carousel-labels.ts';
import { createSlider, type ShownSlide, type Slider } from './slider.ts';
import { StepButton } from './step-button.tsx';

interface CarouselControlsProps {
  region: RefObject<HTMLElement | null>;
  slideIds: readonly string[];
  labels: CarouselLabels;
  /** A dot for each slide; without them it is said which one is shown. */
  hasDots: boolean;
  onShow: ((shown: ShownSlide) => void) | undefined;
}

export function CarouselControls({ region, slideIds, labels, hasDots, onShow }: CarouselControlsProps) {
  const slider = useSlider(region);
  const { selected, count } = useSyncExternalStore(slider.subscribe, slider.read);
  useEffect(() => onShow?.({ selected, scrollTo: slider.scrollTo }), [onShow, selected, slider]);
  useKeys(region, (key) => {
    if (key === 'ArrowLeft') slider.scrollTo(selected - 1);
    if (key === 'ArrowRight') slider.scrollTo(selected + 1);
  });

  // Not before it is known where the slides stop: dots that came later would push the arrows apart.
  if (count === 0) return null;
  return (
    <>
      <StepButton
        direction="previous"
        label={labels.previous}
        isAtEnd={selected === 0}
        onClick={() => slider.scrollTo(selected - 1)}
      />
      {hasDots ? (
        <Dots
          slideIds={slideIds.slice(0, count)}
          selected={selected}
          labels={labels}
          onChoose={slider.scrollTo}
        />
      ) : (
        <p aria-live="polite" className="figures min-w-20 text-center">
          {labels.position(selected + 1, count)}
        </p>
      )}
      <StepButton
        direction="next"
        label={labels.next}
        isAtEnd={selected === count - 1}
        onClick={() => slider.scrollTo(selected + 1)}
      />
    </>
  );
}

/**
 * Scrolls as the browser does; for a mouse, which drags, a library comes when it is over the row for the first time.
 */
function useSlider(region: RefObject<HTMLElement | null>): Slider {
  const [slider, setSlider] = useState(() => createSlider(region));
  useEffect(() => {
    const element = region.current;
    const upgrading = new AbortController();
    async function upgrade({ pointerType }: PointerEvent): Promise<void> {
      if (pointerType !== 'mouse' || upgrading.signal.aborted) return;
      upgrading.abort();
      try {
        const { createDragSlider } = await import('./drag-slider.ts');
        setSlider((simple) => createDragSlider(region, simple));
      } catch (error) {
        // It can still be scrolled.
        console.error(error);
      }
    }
    const listener = (event: PointerEvent) => void upgrade(event);
    element?.addEventListener('pointerover', listener, { signal: upgrading.signal });
    return () => upgrading.abort();
  }, [region]);
  return slider;
}

interface DotsProps {
  slideIds: readonly string[];
  selected: number;
  labels: CarouselLabels;
  onChoose: (index: number) => void;
}

function Dots({ slideIds, selected, labels, onChoose }: DotsProps) {
  const dots = useRef<HTMLDivElement>(null);

  // Only the one that is shown can be reached with Tab; the focus goes with it.
  useEffect(() => {
    const dot = dots.current?.children[selected];
    if (dot instanceof HTMLElement && dots.current?.contains(document.activeElement)) dot.focus();
  }, [selected]);

  return (
    <div
      ref={dots}
      role="tablist"
      aria-label={labels.choose}
      className="flex gap-3 px-4 pointer-coarse:gap-8"
    >
      {slideIds.map((slideId, index) => (
        <button
          key={slideId}
          type="button"
          role="tab"
          aria-selected={index === selected}
          aria-controls={slideId}
          aria-label={labels.goTo(index + 1)}
          data-state={index === selected ? 'active' : 'inactive'}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onChoose(index)}
          className="carousel-dot relative size-3 cursor-pointer rounded-full data-[state=active]:bg-red-500"
        />
      ))}
    </div>
  );
}

/** Arrow keys anywhere in the region; with another key they are the browser's, such as for going back. */
function useKeys(region: RefObject<HTMLElement | null>, onKey: (key: string) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (hasModifier || event.defaultPrevented || !event.key.startsWith('Arrow')) return;
    onKey(event.key);
    // The page would scroll aside.
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') event.preventDefault();
  });
  useEffect(() => {
    const element = region.current;
    const listener = (event: KeyboardEvent) => handle(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [region]);
}
