import { isRenderedText } from '#shared/editing/body/rendered-text.ts';
import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { timeLimit } from '#client/browser/fetch/time-limit.ts';
import { trustedHtml } from '#client/browser/page/trusted-html.ts';
import { followText } from './follow-text.ts';

interface PreviewElements {
  field: HTMLTextAreaElement;
  /** Shows the text as its page will. */
  pane: HTMLElement;
  /** Button that shows and hides it. */
  toggle: HTMLButtonElement;
  /** Says why it is not up to date. */
  note: HTMLElement;
}

/** Rendered when nothing has been typed for so long. */
const pauseMs = 600;
const maxWaitMs = 20_000;
const chosenKey = 'qingye:side-preview';

/** Shows the text beside the field while it is typed. In a narrow window it takes the place of the field. */
export function offerPreview({ field, pane, toggle, note }: PreviewElements): void {
  const isWide = matchMedia('(min-width: 1200px)');
  const follower = followText(field, pane);
  let isShown = false;
  let shownText: string | null = null;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching: Promise<void> | undefined;

  function show(isOn: boolean): void {
    isShown = isOn;
    pane.hidden = !isOn;
    toggle.setAttribute('aria-pressed', String(isOn));
    toggle.closest('.edit-text')?.toggleAttribute('data-preview', isOn);
    if (isOn) {
      void update();
      // Wide tables and code take the focus, as on the page of visitors. Without a line the text is shown all the same.
      watching ??= import('#client/browser/page/wide-blocks.ts').then(
        ({ watchWideBlocks }) => watchWideBlocks(),
        () => {},
      );
    } else note.textContent = '';
  }

  async function update(): Promise<void> {
    if (!isShown || isAsking || shownText === field.value) return;
    isAsking = true;
    const text = field.value;
    const answer = await ask(toggle.dataset['render'] ?? '', text);
    isAsking = false;
    // Typed meanwhile.
    if (text !== field.value) wait();
    if (typeof answer === 'string') {
      note.textContent = answer;
      return;
    }
    note.textContent = '';
    shownText = text;
    showBlocks(pane, answer.html);
    follower.follow(text, answer.lines);
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), pauseMs);
  }

  field.addEventListener('input', wait);
  toggle.addEventListener('click', () => {
    show(!isShown);
    if (isWide.matches) keep(isShown);
  });
  // In a narrow window it belongs to the moment.
  isWide.addEventListener('change', () => show(isWide.matches && isChosen()));
  pane.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && !link.getAttribute('href')?.startsWith('#')) link.target = '_blank';
  });
  show(isWide.matches && isChosen());
}

/** Resolves to a sentence where there is no answer. */
async function ask(address: string, text: string): Promise<{ html: string; lines: number[] } | string> {
  const form = new FormData();
  form.append('body', text);
  try {
    const response = await fetch(address, { method: 'POST', body: form, signal: timeLimit(maxWaitMs) });
    if (response.status === 401) return writingTexts.previewSignedOut;
    if (response.status === 413) return writingTexts.previewTooLong;
    const answer: unknown = response.ok ? await response.json() : null;
    return isRenderedText(answer) ? answer : writingTexts.previewLate;
  } catch {
    return writingTexts.previewLate;
  }
}

/** Blocks as the server has drawn them, by those of the pane: wide ones get attributes there for the keyboard. */
const drawn = new WeakMap<Node, Node>();

function isDrawnAs(shown: Node | undefined, block: Node | undefined): boolean {
  if (shown === undefined || block === undefined) return false;
  return (drawn.get(shown) ?? shown).isEqualNode(block);
}

/** Replaces what differs: a film goes on, and pictures do not flicker. */
function showBlocks(pane: HTMLElement, html: string): void {
  const template = document.createElement('template');
  // React's types know of trusted HTML, those of the DOM do not yet.
  template.innerHTML = trustedHtml(html) as string;
  const old = [...pane.childNodes];
  const blocks = [...template.content.childNodes];
  let same = 0;
  while (isDrawnAs(old[same], blocks[same])) same += 1;
  let sameAtEnd = 0;
  while (
    sameAtEnd < Math.min(old.length, blocks.length) - same &&
    isDrawnAs(old.at(-1 - sameAtEnd), blocks.at(-1 - sameAtEnd))
  )
    sameAtEnd += 1;
  const next = old[old.length - sameAtEnd] ?? null;
  for (const node of old.slice(same, old.length - sameAtEnd)) node.remove();
  for (const node of blocks.slice(same, blocks.length - sameAtEnd)) {
    drawn.set(node, node.cloneNode(true));
    pane.insertBefore(node, next);
  }
}

/** Shown where it was when somebody last pressed the button in this browser. */
function isChosen(): boolean {
  try {
    return localStorage.getItem(chosenKey) === 'on';
  } catch {
    return false;
  }
}

function keep(isOn: boolean): void {
  try {
    localStorage.setItem(chosenKey, isOn ? 'on' : 'off');
  } catch {
    // Storage is blocked: the next page begins without it.
  }
}
