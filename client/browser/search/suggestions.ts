import { paths, withBase } from '#shared/address/paths.ts';
import type { Suggestion, SuggestionsBody } from '#shared/payload/search-payload.ts';
import { createSuggestionList, type SuggestionList } from './suggestion-list.ts';

export interface SuggestionPlace {
  /** Base path of the suggested pages. */
  basePath: string;
  /** Base path of the public site: a preview has its own pages but no suggestions of its own. */
  publicBase: string;
}

/** Pause in typing before a request, in ms: longer than the gap between two keys of a fluent typist. */
const pauseMs = 120;
const maxAnswers = 50;

/** Latest answers by typed text; the most recently used is the last. */
const answers = new Map<string, readonly Suggestion[]>();
const fields = new WeakSet<HTMLInputElement>();

/**
 * Makes a combobox of a search field (list with manual selection, as the ARIA Authoring Practices describe it). Its
 * options are links, which are followed like all links of the page. No request is sent and nothing is chosen while an
 * input method composes.
 */
export function suggestIn(field: HTMLInputElement, place: SuggestionPlace, isComposing: boolean): void {
  const form = field.form;
  if (form === null || fields.has(field)) return;
  fields.add(field);
  const list = createSuggestionList(field, place.basePath);
  let lastText = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;

  function stop(): void {
    clearTimeout(timer);
    request?.abort();
    request = null;
  }

  function close(): void {
    stop();
    list.close();
  }

  function ask(): void {
    const text = field.value.trim();
    if (text === lastText && list.isOpen) return;
    stop();
    lastText = text;
    const suggestions = answers.get(text);
    if (text === '') list.close();
    else if (suggestions) list.show(suggestions);
    else timer = setTimeout(() => void load(text), pauseMs);
  }

  async function load(text: string): Promise<void> {
    const own = (request = new AbortController());
    try {
      const suggestions = await fetchSuggestions(text, place.publicBase, own.signal);
      keep(text, suggestions);
      if (own === request && field === document.activeElement) list.show(suggestions);
    } catch {
      // Overtaken, or the site does not answer: then old suggestions would be wrong ones.
      if (own === request) list.close();
    }
  }

  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || !event.isComposing) ask();
  });
  // Some browsers fire `input` for the composed text before this event, some after.
  field.addEventListener('compositionstart', stop);
  field.addEventListener('compositionend', ask);
  field.addEventListener('keydown', (event) => {
    if (!event.isComposing && event.keyCode !== composing) handleKey(event, { field, list, close, ask });
  });
  field.addEventListener('blur', close);
  form.addEventListener('submit', close);
  list.onFollow = () => {
    close();
    form.reset();
  };
  // Suggest for text that was typed while this script was loading; for a composition at its end.
  if (field.value !== field.defaultValue && !isComposing) ask();
}

/** `keyCode` of a key taken by an input method, in browsers that do not set `isComposing`. */
const composing = 229;

interface Combobox {
  field: HTMLInputElement;
  list: SuggestionList;
  close: () => void;
  ask: () => void;
}

function handleKey(event: KeyboardEvent, { field, list, close, ask }: Combobox): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      event.preventDefault();
      if (!list.isOpen) ask();
      // With Alt it is opened alone, or closed.
      if (!event.altKey) list.move(event.key === 'ArrowDown' ? 1 : -1);
      else if (event.key === 'ArrowUp') close();
      return;
    case 'Enter':
      if (list.follow()) event.preventDefault();
      return;
    case 'Escape':
      event.preventDefault();
      if (list.isOpen) close();
      else field.value = '';
      return;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      // Theirs is the text: the caret goes there, and no suggestion is meant any more.
      list.leave();
  }
}

async function fetchSuggestions(
  text: string,
  publicBase: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const address = `${withBase(publicBase, paths.suggestions)}?q=${encodeURIComponent(text)}`;
  const response = await fetch(address, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Our own server's answer.
  return ((await response.json()) as SuggestionsBody).suggestions;
}

function keep(text: string, suggestions: readonly Suggestion[]): void {
  answers.delete(text);
  answers.set(text, suggestions);
  const [oldest] = answers.keys();
  if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
}
