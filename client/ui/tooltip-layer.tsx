import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import * as Tooltip from '@radix-ui/react-tooltip';

interface Target {
  key: number;
  element: HTMLElement;
  text: string;
  /** Ids of the element's own descriptions. */
  describedBy: string | undefined;
  /** The event that made it a target, which Radix was not there yet to hear. */
  missed: Event | null;
  /** How long it takes to show, from when it is rendered. */
  delayMs: number;
}

const delayMs = 700;

interface TooltipLayerProps {
  /** The pointer or the focus that came to a title before this was there. */
  first?: Event | null;
}

/**
 * Shows the `title` of every element as a tooltip, when the pointer rests on it or the keyboard reaches it. The
 * markup stays plain: it costs nothing while rendering, and without script the browser's own tooltip says the same.
 * An element's name must come from elsewhere, since a title is not in its place while it is shown.
 */
export function TooltipLayer({ first = null }: TooltipLayerProps) {
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const readMissed = useEffectEvent(() => first);

  useEffect(() => {
    const missedEvent = readMissed();
    let lastKey = 0;
    function addTarget(event: Event): void {
      const element = event.target instanceof Element ? event.target.closest('[title]') : null;
      if (!(element instanceof HTMLElement) || element.title === '') return;
      const isFocus = event instanceof FocusEvent;
      // Radix ignores touch.
      if (isFocus && !element.matches(':focus-visible')) return;
      const text = takeTitle(element, isFocus ? 'blur' : 'pointerleave');
      const describedBy = element.getAttribute('aria-describedby') ?? undefined;
      lastKey += 1;
      const missed = isFocus || event === missedEvent ? event : null;
      const waitedMs = event === missedEvent ? performance.now() - event.timeStamp : 0;
      const target = {
        key: lastKey,
        element,
        text,
        describedBy,
        missed,
        delayMs: Math.max(0, delayMs - waitedMs),
      };
      const show = () => setTargets((targets) => withTarget(targets, target));
      // Before the movement that follows, which starts the delay. Focus may be moved while React is at work.
      if (missed) show();
      else flushSync(show);
    }

    if (missedEvent?.target instanceof Element && missedEvent.target.matches(':hover, :focus'))
      addTarget(missedEvent);
    // In the capturing phase: focus does not bubble.
    document.addEventListener('pointerover', addTarget, true);
    document.addEventListener('focus', addTarget, true);
    return () => {
      document.removeEventListener('pointerover', addTarget, true);
      document.removeEventListener('focus', addTarget, true);
    };
  }, []);

  return (
    <Tooltip.Provider delayDuration={delayMs} skipDelayDuration={300}>
      {targets.map((target) => (
        <Tooltip.Root key={target.key} delayDuration={target.delayMs}>
          <Tooltip.Trigger asChild aria-describedby={target.describedBy}>
            <PlacedTrigger target={target} />
          </Tooltip.Trigger>
          <Tooltip.Portal container={placeFor(target.element)}>
            <Tooltip.Content
              side="bottom"
              sideOffset={8}
              collisionPadding={8}
              className="tooltip z-100 max-w-xs rounded-md bg-strong px-3 py-1.5 text-sm text-page"
            >
              {target.text}
            </Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      ))}
    </Tooltip.Provider>
  );
}

/** The browser must not show it too. It is back before anything else reads it. */
function takeTitle(element: HTMLElement, until: 'pointerleave' | 'blur'): string {
  const text = element.title;
  element.removeAttribute('title');
  element.addEventListener(until, () => (element.title ||= text), { once: true });
  return text;
}

/** Forgets elements that have left the page, and keeps the place of one that is known. */
function withTarget(targets: readonly Target[], target: Target): readonly Target[] {
  const present = targets.filter(({ element }) => element.isConnected);
  const same = present.find(({ element }) => element === target.element);
  if (same === undefined) return [...present, target];
  return present.map((other) => (other === same ? { ...same, text: target.text, delayMs } : other));
}

/** Elements outside an open dialog lie below it; a landmark's tooltip belongs into the landmark. */
function placeFor(element: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('dialog, main, header, footer') ?? document.body;
}

/** Props that Radix gives to its trigger. They use nothing that only React's events have. */
interface PlacedTriggerProps {
  target: Target;
  ref?: Ref<HTMLElement>;
  'aria-describedby'?: string;
  onPointerMove?: (event: Event) => void;
  onPointerLeave?: (event: Event) => void;
  onPointerDown?: (event: Event) => void;
  onFocus?: (event: Event) => void;
  onBlur?: (event: Event) => void;
  onClick?: (event: Event) => void;
}

const handlers = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const;

/** Stands for an element that is on the page already. */
function PlacedTrigger(props: PlacedTriggerProps) {
  const { target, ref, 'aria-describedby': describedBy } = props;
  const { element } = target;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    ref(element);
    return () => void ref(null);
  }, [ref, element]);

  useLayoutEffect(() => {
    if (describedBy === undefined) element.removeAttribute('aria-describedby');
    else element.setAttribute('aria-describedby', describedBy);
  }, [describedBy, element]);

  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const [type, handler] of Object.entries(handlers)) {
      const listener = (event: Event) => {
        // Focus from a click, or returned by a dialog after a click, shows no tooltip.
        if (type !== 'focus' || element.matches(':focus-visible')) latest.current[handler]?.(event);
      };
      element.addEventListener(type, listener, { signal: listening.signal });
    }
    const { missed } = latest.current.target;
    if (missed instanceof FocusEvent) {
      if (element.matches(':focus')) latest.current.onFocus?.(missed);
    } else if (missed && element.matches(':hover')) latest.current.onPointerMove?.(missed);
    return () => listening.abort();
  }, [element]);

  return null;
}
