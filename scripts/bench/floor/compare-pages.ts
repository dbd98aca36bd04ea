import { parse, serialize } from 'parse5';
import { byCodeUnits } from '#shared/by-code-units.ts';

/**
 * Says how far two pages are the same.
 * @throws Error with the first difference when they are not.
 */
export function comparePages(ours: string, floor: string): 'to the byte' | 'but for the order in the head' {
  if (ours === floor) return 'to the byte';
  const [a, b] = [withSortedHead(ours), withSortedHead(floor)];
  if (a === b) return 'but for the order in the head';
  const at = [...a].findIndex((character, index) => character !== b[index]);
  const excerpt = (text: string) => JSON.stringify([...text].slice(Math.max(0, at - 80), at + 80).join(''));
  throw new Error(
    `the floor's page is not ours; it begins to differ here:\nours:  ${excerpt(a)}\nfloor: ${excerpt(b)}`,
  );
}

/** React sorts elements of the head by their kind and by its first sight of them. */
function withSortedHead(html: string): string {
  const document = parse(html);
  for (const root of document.childNodes) {
    if (!('tagName' in root)) continue;
    const head = root.childNodes.find((node) => node.nodeName === 'head');
    if (head && 'childNodes' in head) head.childNodes.sort((a, b) => byCodeUnits(keyOf(a), keyOf(b)));
  }
  return serialize(document);
}

function keyOf(node: object): string {
  return 'attrs' in node ? JSON.stringify(node.attrs) : '';
}
