import { actionOf, controlsOf, isTouched, isUnstored, valuesOf, type Values } from './typed-form.ts';

interface Kept {
  /** Address of the form, with the version that it was made from. */
  action: string;
  values: Values;
  isSent: boolean;
}

interface KeptText {
  /** Returns whether the form has texts again that are not those of its page. */
  giveBack(): boolean;
  /** Keeps the texts of the form in the tab. Returns false when they are too long, or the browser keeps nothing. */
  keep(isSent: boolean): boolean;
  forget(): void;
}

/**
 * Text of the main form, for a reload, or when the browser has thrown the page away. Buttons and links of the page keep
 * it without a script. What is kept ends with the tab.
 */
export function keepTyped(typed: HTMLFormElement, { onForget }: { onForget(): Promise<void> }): KeptText {
  return {
    giveBack: () => giveBack(typed, onForget),

    keep(isSent) {
      if (isUnstored(typed)) return write({ action: actionOf(typed), values: valuesOf(typed), isSent });
      if (!isSent) write(null);
      return true;
    },

    forget: () => write(null),
  };
}

function giveBack(typed: HTMLFormElement, onForget: () => Promise<void>): boolean {
  const isDone = new URLSearchParams(location.search).has('done') && !isGoneBackTo();
  if (isDone) dropNew(keyOf(actionOf(typed)));
  const kept = read();
  // The address may have gone to another entry since.
  if (kept === null || (keyOf(kept.action) !== keyOf(actionOf(typed)) && !isNew())) return false;
  const isOfThis = kept.action === actionOf(typed);
  // Without a line an editor goes back, and others may have stored a newer version: the texts alone say what arrived.
  const hasArrived = kept.isSent && (isGoneBackTo() ? holds(typed, kept.values) : !isOfThis || isDone);
  if (hasArrived) write(null);
  // Sent, and this is the answer: the server has drawn it, with what the button does to its rows.
  if (hasArrived || (kept.isSent && 'answer' in document.documentElement.dataset)) return false;
  const missing = kept.values.filter(([name]) => controlsOf(typed, name).length === 0);
  for (const [name, value] of kept.values)
    for (const control of controlsOf(typed, name)) control.value = value;
  if (missing.length > 0) return askForRows(typed, kept, missing);
  if (!isTouched(typed)) return false;
  // Somebody else has stored something meanwhile: sent as what it was made from, it is shown beside it.
  typed.setAttribute('action', kept.action);
  tell(typed, onForget);
  return true;
}

/** Tells whether the page was gone back to, or loaded again: it is no answer to what was sent last then. */
function isGoneBackTo(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load instanceof PerformanceNavigationTiming && /^(?:back_forward|reload)$/.test(load.type);
}

/** Whether the form shows all these texts, but for the rows that were empty. */
function holds(typed: HTMLFormElement, values: Values): boolean {
  const textOf = ([name, value]: Values[number]) => JSON.stringify([name, value.trim()]);
  const shown = new Set(valuesOf(typed).map(textOf));
  return values.every(
    (field) =>
      shown.has(textOf(field)) || (field[1].trim() === '' && controlsOf(typed, field[0]).length === 0),
  );
}

function isNew(): boolean {
  return location.pathname.endsWith('/_new');
}

function keyOf(action: string): string | null {
  return new URL(action, location.href).searchParams.get('key');
}

/** Forgets the text of the form by which this entry was made: another one is asked for under the same address. */
function dropNew(key: string | null): void {
  const place = placeOf(location.pathname.replace(/[^/]+$/, '_new'));
  const kept = read(place);
  if (kept?.isSent && keyOf(kept.action) === key) write(null, place);
}

/** Rows that were added and never stored: the server draws the form with them. */
function askForRows(typed: HTMLFormElement, kept: Kept, missing: Values): boolean {
  if (typed.querySelector('[name^="f."]') === null) return false;
  write({ ...kept, isSent: true });
  for (const [name, value] of missing) typed.append(hidden('textarea', name, value));
  const button = hidden('button', 'row', 'keep');
  typed.append(button);
  typed.setAttribute('action', kept.action);
  // Safari before 16 has no requestSubmit.
  button.click();
  return true;
}

function hidden<Name extends 'textarea' | 'button'>(
  tag: Name,
  name: string,
  value: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag);
  element.hidden = true;
  element.name = name;
  element.value = value;
  return element;
}

/** The sentence and the way back to what is stored come with the page. */
function tell(typed: HTMLFormElement, onForget: () => Promise<void>): void {
  const { restored = '', forget = '' } = typed.dataset;
  const notice = document.createElement('div');
  notice.className = 'edit-notice';
  notice.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button mt-2';
  button.textContent = forget;
  button.addEventListener('click', async () => {
    typed.reset();
    write(null);
    await onForget();
    location.reload();
  });
  const sentence = document.createElement('p');
  sentence.textContent = restored;
  notice.append(sentence, button);
  typed.prepend(notice);
}

/**
 * A form that was opened with an autosave in it is another one than that of the stored text, and one of somebody else who
 * has signed in in the same tab.
 */
function placeOf(path: string): string {
  return `qingye:typed:${accountOf()}:${path}${new URLSearchParams(location.search).get('autosave') ?? ''}`;
}

const accountKey = 'qingye:account';

/** Account of the page. One that answers a form after the end of the session names none: it is the tab's last one then. */
function accountOf(): string {
  const { account = '' } = document.documentElement.dataset;
  try {
    if (account === '') return sessionStorage.getItem(accountKey) ?? '';
    sessionStorage.setItem(accountKey, account);
  } catch {
    // Storage is blocked or full: so it is for the texts.
  }
  return account;
}

function read(place = placeOf(location.pathname)): Kept | null {
  try {
    // Written below.
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Kept | null;
    return kept !== null && Array.isArray(kept.values) ? kept : null;
  } catch {
    return null;
  }
}

/** 1 MB: an article has 120,000 characters at most, and storage 5 MB for all forms. */
const maxKeptCharacters = 500_000;

function write(kept: Kept | null, place = placeOf(location.pathname)): boolean {
  try {
    const text = kept === null ? '' : JSON.stringify(kept);
    if (kept === null || text.length > maxKeptCharacters) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
    return text.length <= maxKeptCharacters;
  } catch {
    // Storage is blocked or full: the page comes back without it.
    return false;
  }
}
