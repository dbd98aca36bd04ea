/** Name of the font in `/titles.css`. */
const family = 'Qingye Titles';
/** Its substitute in client/styles/foundation/tokens.css: elements with this family are set in the font. */
const standIn = 'Qingye Latin';
/** Longest wait for the files, in ms: a missing file must not hide the ones that have loaded. */
const maxWaitMs = 5000;
/** To lay out all titles of a page in another font takes a slow phone a quarter of a second: some at a time, with pauses. */
const atOnce = 6;
const pauseMs = 30;

/**
 * Sets titles in their font when all files that the page needs have come, which is after it can be used. A browser that
 * requests the files by itself lays all titles out again with every few of them.
 */
export async function showTitleFont(): Promise<void> {
  const { titles, text } = findTitles();
  // A file that fails ends this wait, though others are still on their way. It is left to the fonts of the visitor.
  const loaded = document.fonts.load(`1em "${family}"`, text).catch(() => document.fonts.ready);
  await Promise.race([loaded, delay(maxWaitMs)]);
  for (let i = 0; i < titles.length; i += atOnce) {
    for (const title of titles.slice(i, i + atOnce)) title.dataset['titleFont'] = '';
    await delay(pauseMs);
  }
  // Titles that are added later get the font, too.
  document.documentElement.dataset['titleFont'] = '';
  for (const title of titles) delete title.dataset['titleFont'];
}

/** Titles in document order, and all characters in them. */
function findTitles(): { titles: HTMLElement[]; text: string } {
  const titles = new Set<HTMLElement>();
  const standIns = new Map<Element, boolean>();
  const isTitle = (element: Element) => {
    const is = standIns.get(element) ?? isSetInStandIn(element);
    standIns.set(element, is);
    return is;
  };
  let text = '';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement === null || !isTitle(parentElement)) continue;
    text += textContent;
    let title = parentElement;
    while (title.parentElement !== null && isTitle(title.parentElement)) title = title.parentElement;
    titles.add(title);
  }
  // The mark before a quotation. The rest of the value is syntax.
  for (const title of titles) text += getComputedStyle(title, '::before').content.replaceAll(/[ -~]/g, '');
  return { titles: [...titles], text };
}

function isSetInStandIn(element: Element): boolean {
  return getComputedStyle(element).fontFamily.includes(standIn);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
