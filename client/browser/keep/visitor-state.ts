import { typeText, type TextField } from '../search/type-text.ts';

/**
 * Captures a visitor's changes to the server's page, for the page that replaces it: typed text, checked boxes, the
 * focus, open parts, and all scroll positions. Returns a function that restores them there.
 */
export function captureVisitorState(container: Element): () => void {
  const { scrollX, scrollY } = window;
  const restorations = [
    ...find(container, 'input, textarea').filter(isField).filter(isChanged).map(captureField),
    ...find(container, 'details').filter(isDetails).map(captureDetails),
    ...find(container, '*').filter(isScrolled).map(captureScroll),
    ...[document.activeElement].filter((focused) => focused !== null).map(captureFocus),
  ].map(({ element, restore }) => ({ address: addressOf(element, container), restore }));
  return () => {
    for (const { address, restore } of restorations) {
      const element = find(container, address.selector)[address.index];
      if (element) restore(element);
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  };
}

interface Captured {
  element: Element;
  /** Called with the matching element of the new page. */
  restore: (element: Element) => void;
}

function captureField(field: TextField): Captured {
  const { value } = field;
  const isChecked = field instanceof HTMLInputElement && field.checked;
  return {
    element: field,
    restore(element) {
      if (!isField(element)) return;
      if (element instanceof HTMLInputElement) element.checked = isChecked;
      typeText(element, value);
    },
  };
}

function captureDetails(details: HTMLDetailsElement): Captured {
  const { open } = details;
  return { element: details, restore: (element) => element.toggleAttribute('open', open) };
}

function captureScroll(scroller: Element): Captured {
  const { scrollLeft, scrollTop } = scroller;
  return {
    element: scroller,
    restore: (element) => element.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' }),
  };
}

function captureFocus(focused: Element): Captured {
  // An e-mail field has no selection to read; there the caret goes to the end.
  const selection = isField(focused) ? [focused.selectionStart, focused.selectionEnd] : [];
  return {
    element: focused,
    restore(element) {
      if (!(element instanceof HTMLElement)) return;
      element.focus({ preventScroll: true });
      const [start, end] = selection;
      if (isField(element) && start != null && end != null) element.setSelectionRange(start, end);
    },
  };
}

const telling = ['name', 'type', 'href', 'value'];

/** Selector of an element, and its index among the matches: its place in the tree depends on foreign elements too. */
function addressOf(element: Element, container: Element): { selector: string; index: number } {
  const own = telling.filter((name) => element.hasAttribute(name));
  const names = own.length > 0 ? own : ['class'].filter((name) => element.hasAttribute(name));
  const attributes = names.map((name) => `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`);
  const selector = element.localName + attributes.join('');
  return { selector, index: find(container, selector).indexOf(element) };
}

function find(root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)];
}

function isField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function isChanged(field: TextField): boolean {
  const isToggled = field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
  return isToggled || field.value !== field.defaultValue;
}

function isDetails(element: Element): element is HTMLDetailsElement {
  return element instanceof HTMLDetailsElement;
}

function isScrolled(element: Element): boolean {
  return element.scrollLeft !== 0 || element.scrollTop !== 0;
}
