type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  /** Address of the form, with the version that it was made from. */
  action: string;
  values: [name: string, value: string][];
  isSent: boolean;
}

const key = `qingye:typed:${location.pathname}`;
/**
 * Gives back what was typed in the main form after a reload, or when the browser has thrown the page away. Buttons and
 * links of the page keep it without a script. What is kept ends with the tab.
 */
export function keepTyped(typed: HTMLFormElement): void {
  let isSent = false;
  giveBack(typed);
  const keep = () => {
    if (isTouched(typed)) write({ action: actionOf(typed), values: valuesOf(typed), isSent });
    else if (!isSent) write(null);
  };
  typed.addEventListener('submit', () => (isSent = true));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isSent = false;
  });
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}

function giveBack(typed: HTMLFormElement): void {
  const kept = read();
  if (kept === null) return;
  const isOfThis = kept.action === actionOf(typed);
  // Sent, and there is a newer version: it has arrived.
  if (kept.isSent && (!isOfThis || new URLSearchParams(location.search).has('done'))) return write(null);
  // Sent, and this is the answer: the server has drawn it, with what the button does to its rows.
  if (kept.isSent && 'answer' in document.documentElement.dataset) return;
  const missing = kept.values.filter(([name]) => controlsOf(typed, name).length === 0);
  for (const [name, value] of kept.values)
    for (const control of controlsOf(typed, name)) control.value = value;
  if (missing.length > 0) return askForRows(typed, kept, missing);
  if (!isTouched(typed)) return;
  // Somebody else has stored something meanwhile: sent as what it was made from, it is shown beside it.
  typed.setAttribute('action', kept.action);
  tell(typed);
}

/** Rows that were added and never stored: the server draws the form with them. */
function askForRows(typed: HTMLFormElement, kept: Kept, missing: Kept['values']): void {
  if (typed.querySelector('[name^="f."]') === null) return;
  write({ ...kept, isSent: true });
  for (const [name, value] of missing) typed.append(hidden('textarea', name, value));
  const button = hidden('button', 'row', 'keep');
  typed.append(button);
  typed.setAttribute('action', kept.action);
  // Safari before 16 has no requestSubmit.
  button.click();
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
function tell(typed: HTMLFormElement): void {
  const { restored = '', forget = '' } = typed.dataset;
  const notice = document.createElement('div');
  notice.className = 'edit-notice';
  notice.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button mt-2';
  button.textContent = forget;
  button.addEventListener('click', () => {
    typed.reset();
    write(null);
    location.reload();
  });
  const sentence = document.createElement('p');
  sentence.textContent = restored;
  notice.append(sentence, button);
  typed.prepend(notice);
}

function actionOf(typed: HTMLFormElement): string {
  return typed.getAttribute('action') ?? '';
}

/** Passwords are never kept, and what is hidden comes with the page. */
function controlsOf(typed: HTMLFormElement, name?: string): Control[] {
  return [...typed.elements].filter((element): element is Control => {
    const isText =
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && !/^(?:hidden|password|checkbox|radio)$/.test(element.type));
    return isText && (name === undefined || element.name === name);
  });
}

function valuesOf(typed: HTMLFormElement): Kept['values'] {
  return controlsOf(typed).map(({ name, value }) => [name, value]);
}

function isTouched(typed: HTMLFormElement): boolean {
  return controlsOf(typed).some((control) =>
    control instanceof HTMLSelectElement
      ? control.selectedIndex !==
        Math.max(
          0,
          [...control.options].findIndex((option) => option.defaultSelected),
        )
      : control.value !== control.defaultValue,
  );
}

function read(): Kept | null {
  try {
    // Written below.
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept !== null && Array.isArray(kept.values) ? kept : null;
  } catch {
    return null;
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is blocked or full: the page comes back without it.
  }
}
