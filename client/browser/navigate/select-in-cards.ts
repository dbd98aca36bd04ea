/**
 * The link of a card lies over all of it, and a drag would take that link along. Over the words it selects them, as it
 * does anywhere else; over the picture it still takes the link.
 */
export function selectInCards(): void {
  document.addEventListener('dragstart', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(cardLink) : null;
    if (link === null) return;
    // Without pointer events on the link, the element below it is found, and releasing the button does not click the
    // link.
    link.style.pointerEvents = 'none';
    const isOverWords = document.elementFromPoint(event.clientX, event.clientY)?.closest('.frame') == null;
    const from = isOverWords ? caretAt(event) : null;
    const bringBack = () => void link.style.removeProperty('pointer-events');
    if (from === null) return bringBack();
    event.preventDefault();
    selectFrom(from, bringBack);
  });
}

const cardLink = '.card :is(h2, h3) a';

interface Caret {
  node: Node;
  offset: number;
}

/** Selects from here to the pointer until the button is let go. */
function selectFrom(from: Caret, onEnd: () => void): void {
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => {
    ending.abort();
    // After the click that some browsers make of it.
    setTimeout(onEnd);
  };
  addEventListener(
    'pointermove',
    (event) => {
      if (event.buttons === 0) return end();
      const to = caretAt(event);
      if (to) getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
    },
    { signal },
  );
  // The browser's own would begin at the link.
  addEventListener('selectstart', (event) => event.preventDefault(), { signal });
  addEventListener('pointerup', end, { signal });
}

function caretAt({ clientX, clientY }: MouseEvent): Caret | null {
  // Chrome before 128 and Safari before 18.4 only know the older one.
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(clientX, clientY);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = (document as Document).caretRangeFromPoint(clientX, clientY);
  return range && { node: range.startContainer, offset: range.startOffset };
}
