import { readSlices, restoreSlices } from './kept-slices.ts';
import { typeText, type TextField } from '../search/type-text.ts';

const key = 'qingye:kept';
const maxAgeMs = 60_000;

interface KeptState {
  path: string;
  until: number;
  fields: KeptField[];
  slices: Record<string, unknown>;
}

interface KeptField {
  form: string;
  name: string;
  value: string;
}

/** Stores typed, unsent text and the slices before a reload. Never passwords. The router stores the scroll position. */
export function keepState(path: string): void {
  const state: KeptState = {
    path,
    until: Date.now() + maxAgeMs,
    fields: typedFields().map((field) => ({ form: formName(field), name: field.name, value: field.value })),
    slices: readSlices(),
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage is blocked or full: the page comes back without it.
  }
}

/** Restores the stored state after the reload: once, and only on the same page. */
export function restoreState(): void {
  const state = consumeState();
  if (state === null || state.until < Date.now()) return;
  if (state.path !== location.pathname + location.search + location.hash) return;
  for (const field of textFields()) {
    const kept = state.fields.find(({ form, name }) => form === formName(field) && name === field.name);
    if (kept && field.value === field.defaultValue) typeText(field, kept.value);
  }
  restoreSlices(state.slices);
}

function consumeState(): KeptState | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    // Written above. Another version's is dropped with its shape.
    const state = JSON.parse(text ?? 'null') as KeptState | null;
    return state && Array.isArray(state.fields) && state.slices ? state : null;
  } catch {
    return null;
  }
}

function typedFields(): TextField[] {
  return textFields().filter((field) => field.value !== field.defaultValue);
}

function textFields(): TextField[] {
  const kinds = ['text', 'search', 'email', 'tel', 'url', 'number'].map(
    (type) => `input[type=${type}][name]`,
  );
  const fields = document.querySelectorAll<TextField>(
    `${kinds.join(', ')}, input:not([type])[name], textarea[name]`,
  );
  return [...fields].filter((field) => !/password|one-time-code|^cc-/.test(field.autocomplete));
}

function formName(field: TextField): string {
  return field.form?.getAttribute('action') ?? '';
}
