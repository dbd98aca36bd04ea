import { tabField } from '#shared/editing/main-form.ts';

const key = 'qingye:tab';

/** Name of a tab, which it keeps over reloads and restarts of the browser. */
export interface TabId {
  get(): string;
  /** A copy of a tab begins with the name of the other one. */
  renew(): void;
}

/** Sends the name of the tab with the form. */
export function openTabId(typed: HTMLFormElement): TabId {
  let id = takenId() ?? readId() ?? newId();
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = tabField;
  typed.append(field);
  function use(next: string): void {
    id = next;
    field.value = id;
    try {
      sessionStorage.setItem(key, id);
    } catch {
      // Storage is blocked: the next page has another name.
    }
  }
  use(id);
  return { get: () => id, renew: () => use(newId()) };
}

/** A text that is taken from another tab goes on as this one's. */
function takenId(): string | null {
  const id = new URLSearchParams(location.search).get('autosave') ?? '';
  return /^[\w-]{8,40}$/.test(id) ? id : null;
}

function readId(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Browsers have `randomUUID` over https alone. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
