/** Place in a form, for the page that answers it. */
interface Place {
  /** Name of a control, and its distance from the top of the window. */
  name: string;
  top: number;
  /** Field that was written in. */
  field: string;
  /** Scroll position of that field, and its selection. */
  scrollTop: number;
  selection: [start: number, end: number] | null;
}

const key = 'qingye:place';

/** After a form was stored, its page is where it was, with the cursor in its text. */
export function keepPlace(form: HTMLFormElement): void {
  goBack(form);
  let field: Field | null = null;
  form.addEventListener('focusin', ({ target }) => {
    if (isField(target)) field = target;
  });
  form.addEventListener('submit', () => remember(form, field));
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function remember(form: HTMLFormElement, field: Field | null): void {
  // Beside the facts the text may stay where it is, however far the page is scrolled.
  const moving = controlsOf(form).filter((control) => control.closest('.edit-writing') === null);
  const seen = moving.find((control) => control.getBoundingClientRect().bottom > 0) ?? moving.at(-1);
  if (seen === undefined) return;
  const place: Place = {
    name: seen.name,
    top: seen.getBoundingClientRect().top,
    field: field?.name ?? '',
    scrollTop: field?.scrollTop ?? 0,
    selection: field && selectionOf(field),
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Storage is blocked or full: the page begins at its top.
  }
}

function goBack(form: HTMLFormElement): void {
  const place = take();
  // An answer that shows problems begins at their list.
  const isStored = /^(?:saved|published)$/.test(new URLSearchParams(location.search).get('done') ?? '');
  if (place === null || !isStored || 'answer' in document.documentElement.dataset) return;
  const controls = controlsOf(form);
  const field = place.field === '' ? null : controls.find(({ name }) => name === place.field);
  if (isField(field)) {
    field.focus({ preventScroll: true });
    // The page of a session that has ended shows a time as a text, which has one.
    if (place.selection !== null && selectionOf(field) !== null) field.setSelectionRange(...place.selection);
    field.scrollTop = place.scrollTop;
  }
  const seen = controls.find(({ name }) => name === place.name);
  if (seen) window.scrollBy({ top: seen.getBoundingClientRect().top - place.top, behavior: 'instant' });
}

/** Controls that are in the page to be seen. */
function controlsOf(form: HTMLFormElement): (Field | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (element): element is Field | HTMLSelectElement =>
      (isField(element) || element instanceof HTMLSelectElement) && element.getClientRects().length > 0,
  );
}

function isField(element: EventTarget | null | undefined): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Boxes and times have none. */
function selectionOf({ selectionStart: start, selectionEnd: end }: Field): Place['selection'] {
  return start === null || end === null ? null : [start, end];
}

function take(): Place | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    // Written above.
    return JSON.parse(text ?? 'null') as Place | null;
  } catch {
    return null;
  }
}
