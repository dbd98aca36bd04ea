/** Should the browser never say that a motion has ended, the visitor must not wait for it. */
const maxMotionMs = 1000;

/**
 * Runs the transition `page`, out-in: the old page leaves once everything for the new one has come, then the new one
 * enters in its place. client/styles/foundation/transition.css alone decides the properties, the durations, and for which
 * visitors.
 *
 * Resolves when the old page has left. It stays hidden until `enterPage`, or comes back when the navigation is aborted.
 */
export async function leavePage(signal: AbortSignal): Promise<void> {
  const page = shownPage();
  // A hidden tab is not visible, and its transitions stand still.
  if (page === null || document.hidden || signal.aborted) return;
  signal.addEventListener('abort', enterPage, { once: true });
  await Promise.race([play(page, 'leave'), untilAborted(signal), wait(maxMotionMs)]);
}

/** Called before the new page is painted for the first time. Does nothing when no page has left. */
export function enterPage(): void {
  const page = shownPage();
  if (!page?.classList.contains('page-leave-active')) return;
  void play(page, 'enter').then((isOver) => {
    if (isOver) setPhases(page, []);
  });
}

function shownPage(): HTMLElement | null {
  return document.getElementById('main');
}

let latest: symbol | undefined;

/** Resolves to whether it came to its end, and no other motion took its place. */
async function play(page: HTMLElement, motion: 'enter' | 'leave'): Promise<boolean> {
  const own = (latest = Symbol(motion));
  setPhases(page, [`page-${motion}-from`, `page-${motion}-active`]);
  // Reading a style makes the browser take note of the start; it would see only the end otherwise.
  void getComputedStyle(page).opacity;
  setPhases(page, [`page-${motion}-active`, `page-${motion}-to`]);
  await Promise.allSettled(page.getAnimations().map(({ finished }) => finished));
  return latest === own;
}

const phases = ['enter', 'leave'].flatMap((motion) =>
  ['from', 'active', 'to'].map((phase) => `page-${motion}-${phase}`),
);

/** Sets all classes in one step, so that no state in between is ever painted. */
function setPhases(page: HTMLElement, wanted: string[]): void {
  const others = [...page.classList].filter((name) => !phases.includes(name));
  page.className = [...others, ...wanted].join(' ');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
