/**
 * What extensions and translators do to a page. Each runs in the page, by itself: it may name nothing outside of it.
 */
export const foreignChanges: Record<string, () => void> = {
  // Together, since none is where React looks for something: each alone is less.
  'elements around it, styles in its head and attributes everywhere': () => {
    document.body.prepend(document.createElement('div'));
    document.body.append(document.createElement('div'));
    document.head.prepend(document.createElement('style'));
    document.head.append(document.createElement('style'));
    document.documentElement.setAttribute('data-extension', '');
    document.documentElement.classList.add('extension');
    for (const element of document.querySelectorAll('body, body *')) element.setAttribute('data-seen', '1');
  },
  'an element inside main': () => {
    document.querySelector('main')?.prepend(document.createElement('span'));
  },
  'an element before the page': () => {
    document.querySelector('header')?.before(document.createElement('div'));
  },
  'every text moved into another element': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  },
  'every text replaced by a translation': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  },
  'an icon after every field': () => {
    for (const field of document.querySelectorAll('input, textarea, select'))
      field.after(document.createElement('span'));
  },
  'the first picture gone': () => {
    (document.querySelector('main picture') ?? document.querySelector('main svg'))?.remove();
  },
  'every picture gone': () => {
    for (const picture of document.querySelectorAll('picture, img, svg')) picture.remove();
  },
  'comments and white space between elements': () => {
    for (const element of document.querySelectorAll('main *, header *')) {
      element.before(document.createComment('x'));
      element.after('\n');
    }
  },
};
