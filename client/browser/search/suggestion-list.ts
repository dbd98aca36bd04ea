import { suggestionTexts as texts } from '#shared/locale/visitors/search-texts.ts';
import { withBase } from '#shared/address/paths.ts';
import type { MarkedText, Suggestion } from '#shared/payload/search-payload.ts';

/** The list under a search field. The focus stays in the field, which says which option is meant. */
export interface SuggestionList {
  readonly isOpen: boolean;
  show(suggestions: readonly Suggestion[]): void;
  close(): void;
  /** To the next option or the one before; past the ends to the field, and on to the other end. */
  move(step: 1 | -1): void;
  /** No option is meant. */
  leave(): void;
  /** Goes to the option that is meant. False when none is. */
  follow(): boolean;
  /** Called when an option is chosen, by a key or a pointer. */
  onFollow: () => void;
}

let lists = 0;

export function createSuggestionList(field: HTMLInputElement, basePath: string): SuggestionList {
  const id = `suggestions-${(lists += 1)}`;
  const box = makeBox(id);
  const status = makeStatus();
  // Within the form, which is where it is placed from, and gone with it.
  field.form?.append(box, status);
  setAttributes(field, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
  });
  let options: HTMLAnchorElement[] = [];
  let meant = -1;

  function mean(index: number): void {
    options[meant]?.setAttribute('aria-selected', 'false');
    meant = index;
    const option = options[meant];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  }

  // A press would take the focus from the field, which closes the list.
  box.addEventListener('pointerdown', (event) => event.preventDefault());
  box.addEventListener('mousedown', (event) => event.preventDefault());
  const list: SuggestionList = {
    get isOpen() {
      return !box.hidden;
    },
    show(suggestions) {
      mean(-1);
      options = suggestions.map((suggestion, index) => makeOption(suggestion, `${id}-${index}`, basePath));
      box.replaceChildren(...options);
      box.hidden = options.length === 0;
      field.setAttribute('aria-expanded', String(!box.hidden));
      status.textContent =
        options.length === 0 ? texts.none : texts.count.replace('{{total}}', String(options.length));
    },
    close() {
      mean(-1);
      box.hidden = true;
      status.textContent = '';
      field.setAttribute('aria-expanded', 'false');
    },
    move(step) {
      if (box.hidden) return;
      const places = options.length + 1;
      // The field is the place before the first.
      mean(((meant + 1 + step + places) % places) - 1);
    },
    leave: () => mean(-1),
    follow() {
      const option = box.hidden ? undefined : options[meant];
      option?.click();
      return option !== undefined;
    },
    onFollow: () => {},
  };
  // After the listener that follows links has run.
  box.addEventListener('click', () => setTimeout(() => list.onFollow()));
  return list;
}

function makeBox(id: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'suggestions';
  box.hidden = true;
  setAttributes(box, { id, role: 'listbox', 'aria-label': texts.label });
  return box;
}

/** Status message for screen readers, which announces the list. */
function makeStatus(): HTMLElement {
  const status = document.createElement('div');
  status.className = 'sr-only';
  status.setAttribute('role', 'status');
  return status;
}

function makeOption(
  { kind, title, path, picture }: Suggestion,
  id: string,
  basePath: string,
): HTMLAnchorElement {
  const option = document.createElement('a');
  option.href = withBase(basePath, path);
  option.tabIndex = -1;
  setAttributes(option, { id, role: 'option', 'aria-selected': 'false' });
  if (picture !== null) option.append(makePicture(picture));
  const name = document.createElement('span');
  name.append(...marked(title));
  const kindName = document.createElement('small');
  kindName.textContent = texts.kinds[kind];
  option.append(name, kindName);
  return option;
}

function makePicture(src: string): HTMLImageElement {
  const picture = document.createElement('img');
  picture.alt = '';
  picture.decoding = 'async';
  picture.width = 40;
  picture.height = 40;
  picture.src = src;
  return picture;
}

function marked(text: MarkedText): Node[] {
  return text.map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
