import { isUnstored, sentBy, type Values } from './typed-form.ts';

/** How the last text fared: `at` is the time of the server, in ISO 8601. */
export type AutosaveState =
  | { kind: 'saved'; at: string }
  /** `refused`: the account may not change the entry any more. */
  | { kind: 'offline' | 'failing' | 'tooLarge' | 'refused' | 'signedOut' };

interface Autosave {
  /** Sends the texts of the form, if the server has others; one at a time. */
  save(): void;
  /** Sends short texts from a page that may be about to end. */
  saveAtEnd(): void;
  /** The form is sent by one of its buttons: nothing comes after it. */
  stop(): void;
  resume(): void;
  /** Drops what the server has of this form. */
  forget(): Promise<void>;
  /** The server may have a text of this form, from before the page. */
  mayHaveSlot(): void;
}

export interface AutosaveOptions {
  typed: HTMLFormElement;
  /** Address of the slot at that moment. */
  address(): string;
  onState(state: AutosaveState): void;
  /** The text is not there yet; a pause comes after it. */
  isComposing(): boolean;
}

const maxWaitMs = 10_000;
const maxRetryMs = 5 * 60_000;

/** A text that was too large is sent again when so much of it is left: at each change it would be megabytes for nothing. */
const shareAfterRefusal = 0.95;

/** Browsers send 64 KiB after the end of a page. */
const maxBytesAtEnd = 60 * 1024;

/** Keeps the texts of a form in a slot of the server, which no save and no page depends on. */
export function createAutosave({ typed, address, onState, isComposing }: AutosaveOptions): Autosave {
  /** The texts that the server has, or was sent at the end of the page. */
  let last = '';
  let hasSlot = false;
  let isStopped = false;
  let isDue = false;
  let failures = 0;
  let maxLength = Infinity;
  let retry: number | undefined;
  let request: AbortController | null = null;

  function save(): void {
    clearTimeout(retry);
    if (isStopped || isComposing()) return;
    isDue = request !== null;
    if (isDue) return;
    if (!isUnstored(typed)) {
      if (hasSlot) void forget();
      return;
    }
    const values = sentBy(typed);
    const text = JSON.stringify(values);
    if (text.length > maxLength) onState({ kind: 'tooLarge' });
    else if (text !== last) void send(values, text);
  }

  async function send(values: Values, text: string): Promise<void> {
    const controller = new AbortController();
    request = controller;
    const limit = setTimeout(() => controller.abort(), maxWaitMs);
    const state = await put(address(), values, { signal: controller.signal });
    clearTimeout(limit);
    request = null;
    // Aborted by a button, and answered by the page that comes.
    if (isStopped) return;
    if (state.kind === 'saved') [last, hasSlot, failures, maxLength] = [text, true, 0, Infinity];
    else failures += 1;
    if (state.kind === 'tooLarge') maxLength = text.length * shareAfterRefusal;
    onState(state);
    if (isDue) save();
    else if (failures > 0 && state.kind !== 'tooLarge')
      retry = setTimeout(save, Math.min(maxWaitMs * 2 ** (failures - 1), maxRetryMs));
  }

  function saveAtEnd(): void {
    if (isStopped || !isUnstored(typed)) return;
    const values = sentBy(typed);
    const text = JSON.stringify(values);
    if (text === last || bytesOf(values) > maxBytesAtEnd) return;
    last = text;
    hasSlot = true;
    void put(address(), values, { keepalive: true }).then(({ kind }) => {
      // For a page that has been gone back to.
      if (kind !== 'saved') last = '';
    });
  }

  async function forget(): Promise<void> {
    hasSlot = false;
    last = '';
    try {
      await fetch(address(), { method: 'DELETE', keepalive: true });
    } catch {
      // It is offered once more.
    }
  }

  const again = () => {
    if (failures > 0) save();
  };
  window.addEventListener('online', again);
  // Somebody who has signed in comes back to this window.
  window.addEventListener('focus', again);

  return {
    save,
    saveAtEnd,
    forget,
    mayHaveSlot: () => (hasSlot = true),
    stop() {
      isStopped = true;
      clearTimeout(retry);
      request?.abort();
    },
    resume: () => (isStopped = false),
  };
}

async function put(address: string, values: Values, options: RequestInit): Promise<AutosaveState> {
  const body = new FormData();
  for (const [name, value] of values) body.append(name, value);
  try {
    const response = await fetch(address, { method: 'PUT', body, ...options });
    if (!response.ok) return { kind: kindOfRefusal(response.status) };
    const { savedAt }: { savedAt: string } = await response.json();
    return { kind: 'saved', at: savedAt };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'AbortError';
    return { kind: isLate ? 'failing' : 'offline' };
  }
}

function kindOfRefusal(status: number): Exclude<AutosaveState['kind'], 'saved'> {
  if (status === 401) return 'signedOut';
  if (status === 413) return 'tooLarge';
  return status === 403 || status === 404 ? 'refused' : 'failing';
}

/** Each field has a head of its own beside its text. */
function bytesOf(values: Values): number {
  return new Blob(values.flat()).size + values.length * 150;
}
