import { toZonedIso } from '#shared/locale/dates.ts';
import { keepingTexts as texts } from '#shared/locale/editors/keeping-texts.ts';
import { createAutosave, type AutosaveOptions, type AutosaveState } from './autosave.ts';
import { keepTyped } from './keep-typed.ts';
import { showPresence } from './presence.ts';
import { addStateLine, type StateLine } from './state-line.ts';
import { openTabId } from './tab-id.ts';
import { entryAddressOf, isUnstored } from './typed-form.ts';
import { watchTyping } from './watch-typing.ts';

/**
 * Keeps what is typed in the main form of a page: in its tab, for an entry on the server too. Says so beside the
 * buttons, and asks before the page is left.
 */
export function keepForm(typed: HTMLFormElement): void {
  let isSent = false;
  let isGivenUp = false;
  let isKept = true;
  const line = addStateLine(typed);
  const entry = startEntry(typed, {
    onState: (state) => line.tell(...sentenceOf(state, typed, isKept)),
    isComposing: () => isComposing(),
  });
  const kept = keepTyped(typed, { onForget: giveUp });

  const ask = (event: BeforeUnloadEvent) => {
    if (isSent || !isUnstored(typed)) return;
    event.preventDefault();
    // Chrome before 119.
    event.returnValue = true;
  };

  function keep(): void {
    if (isGivenUp) return;
    isKept = kept.keep(isSent);
    const isClean = isSent || !isUnstored(typed);
    // Firefox keeps no page for going back that may ask.
    if (isClean) window.removeEventListener('beforeunload', ask);
    else window.addEventListener('beforeunload', ask);
    if (isClean) line.tell('');
    else if (entry === null) line.tell(isKept ? texts.kept(nowInTaiwan()) : texts.notKept);
    entry?.autosave.save();
  }
  function leave(): void {
    isSent = true;
    entry?.autosave.stop();
  }
  function stay(): void {
    isSent = isGivenUp = false;
    entry?.autosave.resume();
  }
  async function giveUp(): Promise<void> {
    isGivenUp = true;
    leave();
    kept.forget();
    await entry?.autosave.forget();
  }

  const isComposing = watchTyping(typed, {
    onInput() {
      stay();
      window.addEventListener('beforeunload', ask);
    },
    onPause: keep,
  });
  // After every other handler: one may have answered the button without leaving the page.
  window.addEventListener('submit', ({ target, submitter, defaultPrevented }) => {
    const isElsewhere = submitter?.getAttribute('formtarget') === '_blank';
    if (target === typed && !defaultPrevented && !isElsewhere) leave();
  });
  for (const link of document.querySelectorAll('[data-gives-up]')) link.addEventListener('click', giveUp);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stay();
  });
  window.addEventListener('pagehide', () => {
    if (!isGivenUp) kept.keep(isSent);
    entry?.autosave.saveAtEnd();
  });
  document.addEventListener('visibilitychange', () => {
    // A telephone may end the page without a word.
    if (document.visibilityState === 'hidden') keep();
  });

  const isGivenBack = kept.giveBack();
  if (isGivenBack) entry?.takeUp();
  // Or the server could not store it.
  if (isGivenBack || isUnstored(typed)) keep();
}

/** The server's part in the form of an entry; null for another form. */
function startEntry(typed: HTMLFormElement, options: Pick<AutosaveOptions, 'onState' | 'isComposing'>) {
  if (entryAddressOf(typed) === null) return null;
  const tab = openTabId(typed);
  const address = () => entryAddressOf(typed) ?? new URL(location.href);
  showPresence({ address, tab, line: addStateLine(typed) });
  const autosave = createAutosave({
    typed,
    ...options,
    address() {
      const { pathname, searchParams } = address();
      return `${pathname}/autosave?${searchParams}&tab=${tab.get()}`;
    },
  });
  return {
    autosave,
    /** The tab itself has given back what the server has of it. */
    takeUp() {
      autosave.mayHaveSlot();
      for (const offer of document.querySelectorAll<HTMLElement>('[data-autosave]'))
        if (offer.dataset['autosave'] === tab.get()) offer.remove();
    },
  };
}

function sentenceOf(
  state: AutosaveState,
  typed: HTMLFormElement,
  isKept: boolean,
): Parameters<StateLine['tell']> {
  if (state.kind === 'saved') return [texts.saved(clockOf(state.at))];
  const sentence = texts.unsaved[state.kind](isKept ? texts.inBrowser(nowInTaiwan()) : texts.notKept);
  const { signIn = '' } = typed.dataset;
  return state.kind === 'signedOut' ? [sentence, { href: signIn, text: texts.signIn }] : [sentence];
}

function nowInTaiwan(): string {
  return clockOf(new Date().toISOString());
}

/** `14:03` */
function clockOf(iso: string): string {
  return toZonedIso(iso).slice(11, 16);
}
