import { texts } from '#shared/locale/texts.ts';

const wideBlocks = '.prose pre, .prose .table-scroll';

/**
 * Makes wide code and tables scroll by the keyboard too: they take the focus and have a name, as long as they overflow.
 * Chromium and Firefox would let them have the focus by themselves, without a name; Safari would not. No landmarks: an
 * article may have ten.
 */
export function watchWideBlocks(): void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target.closest<HTMLElement>(wideBlocks));
  });

  function look(): void {
    sizes.disconnect();
    for (const block of document.querySelectorAll(wideBlocks)) {
      sizes.observe(block);
      // The size of the frame does not change when only its content grows.
      if (block.firstElementChild) sizes.observe(block.firstElementChild);
    }
  }

  // An observer finds new blocks, so that code that changes the page need not announce them.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}

function mark(block: HTMLElement | null): void {
  if (block === null) return;
  if (block.scrollWidth <= block.clientWidth) {
    for (const name of ['tabindex', 'role', 'aria-label']) block.removeAttribute(name);
    return;
  }
  block.tabIndex = 0;
  // Attributes, since the properties came with Firefox 119.
  block.setAttribute('role', 'group');
  block.setAttribute('aria-label', block.localName === 'pre' ? texts.article.code : texts.article.table);
}
