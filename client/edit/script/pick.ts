import type { PickItem, PickPage } from '#shared/editing/picks.ts';
import { pickTexts } from '#shared/locale/editors/pick-texts.ts';
import { ownValue } from '#shared/own-value.ts';
import { uploadField } from './pick-upload.ts';

/**
 * Opens a dialog of things to choose from. Resolves to null when it is closed without a choice.
 * @param what A kind of things (`PickKind`), or the word of a kind of content.
 */
export function pick(what: string, title = pickTexts.button(what)): Promise<PickItem | null> {
  const parts = buildDialog(what, title);
  const { dialog, search, list } = parts;
  return new Promise((resolve) => {
    let chosen: PickItem | null = null;
    const choose = (item: PickItem) => {
      chosen = item;
      dialog.close();
    };
    const load = createLoader(what, parts, choose);
    const ended = new AbortController();
    const accept = ownValue(accepted, what);
    if (accept !== undefined) {
      const say = (text: string) => (parts.state.textContent = text);
      search.form?.append(uploadField({ accept, say, choose, signal: ended.signal }));
    }
    let timer = 0;
    const searchSoon = (event: Event) => {
      // Half a composition is no word.
      if (event instanceof InputEvent && event.isComposing) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => load(null), 250);
    };
    search.addEventListener('input', searchSoon);
    // Nor is the word before it that is still waiting.
    search.addEventListener('compositionstart', () => clearTimeout(timer));
    search.addEventListener('compositionend', searchSoon);
    search.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(timer);
      load(null);
    });
    dialog.addEventListener('close', () => {
      clearTimeout(timer);
      ended.abort();
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
    // A telephone would show its keyboard over the pictures.
    if (matchMedia('(pointer: coarse)').matches) list.focus();
    else search.focus();
    load(null);
  });
}

/** Files that can be uploaded, by what is asked for. */
const accepted: Readonly<Record<string, string>> = { pictures: 'image/*', documents: 'application/pdf' };

interface Parts {
  dialog: HTMLDialogElement;
  search: HTMLInputElement;
  list: HTMLElement;
  /** Says what is going on. */
  state: HTMLElement;
  more: HTMLButtonElement;
}

function buildDialog(what: string, title: string): Parts {
  const dialog = element('dialog', { className: 'dialog edit-dialog' });
  dialog.setAttribute('aria-label', title);
  const close = element('button', { type: 'button', className: 'icon-button', textContent: '✕' });
  close.setAttribute('aria-label', pickTexts.close);
  close.addEventListener('click', () => dialog.close());
  // A click beside the content.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  const search = element('input', { type: 'search', className: 'field', autocomplete: 'off' });
  search.setAttribute('aria-label', pickTexts.search(what));
  search.placeholder = pickTexts.search(what);
  const form = element('form', { className: 'edit-dialog-head' });
  form.append(
    element('h2', { className: 'section-title', textContent: title }),
    close,
    search,
    element('button', { className: 'button', textContent: pickTexts.find }),
  );
  const list = element('ul', { className: 'edit-picks', tabIndex: -1 });
  list.dataset['what'] = what;
  const state = element('p', { className: 'edit-meta' });
  state.setAttribute('role', 'status');
  const more = element('button', { type: 'button', className: 'button', textContent: pickTexts.more });
  more.hidden = true;
  const body = element('div', { className: 'edit-dialog-body' });
  body.append(list, more);
  form.append(state);
  dialog.append(form, body);
  return { dialog, search, list, state, more };
}

/** Fills the list: from its beginning with `null`, or from the end of a page on. */
function createLoader(
  what: string,
  { search, list, state, more }: Parts,
  choose: (item: PickItem) => void,
): (after: string | null) => void {
  let running = new AbortController();
  let next: string | null = null;

  async function load(after: string | null): Promise<void> {
    running.abort();
    const turn = new AbortController();
    running = turn;
    const timer = window.setTimeout(() => turn.abort(), maxWaitMs);
    state.textContent = pickTexts.loading;
    const answer = await fetchPage(what, { q: search.value, after }, turn.signal);
    clearTimeout(timer);
    if (turn !== running) return;
    if (typeof answer === 'string') {
      state.textContent = answer;
      return;
    }
    const items = answer.items.map((item) => toButton(item, choose));
    if (after === null) list.replaceChildren(...items);
    else list.append(...items);
    ({ next } = answer);
    more.hidden = next === null;
    state.textContent =
      list.childElementCount > 0 ? '' : next === null ? pickTexts.none : pickTexts.noneSoFar;
    if (after !== null) items[0]?.querySelector('button')?.focus();
  }

  more.addEventListener('click', () => void load(next));
  return (after) => void load(after);
}

const maxWaitMs = 20_000;

/** A page of things, or a sentence about why there is none. */
async function fetchPage(
  what: string,
  { q, after }: { q: string; after: string | null },
  signal: AbortSignal,
): Promise<PickPage | string> {
  const query = new URLSearchParams({ q, ...(after !== null && { after }) });
  // The page has the address (edit-document.tsx).
  const { picks = '' } = document.documentElement.dataset;
  try {
    const response = await fetch(`${picks}${encodeURIComponent(what)}?${query}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    // Signing in is a page of its own, and strangers find nothing.
    if (response.redirected || response.status === 404) return pickTexts.signedOut;
    if (!response.ok) return pickTexts.failed;
    // Written by server/pages/edit/pick/pick-routes.ts of this build or a neighbouring one.
    return (await response.json()) as PickPage;
  } catch {
    return pickTexts.failed;
  }
}

function toButton(item: PickItem, choose: (item: PickItem) => void): HTMLLIElement {
  const button = element('button', { type: 'button' });
  button.addEventListener('click', () => choose(item));
  if (item.picture !== null)
    button.append(element('img', { src: item.picture, alt: '', loading: 'lazy', decoding: 'async' }));
  button.append(
    element('span', { className: 'media-name', textContent: item.label }),
    element('span', { className: 'edit-meta', textContent: item.detail }),
  );
  const row = element('li', {});
  row.append(button);
  return row;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
