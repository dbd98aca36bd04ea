import type { Token } from 'markdown-it';
import { composed } from '#shared/composed.ts';
import { lineOf } from '../html/html-nest.ts';
import { inlineParts } from './inline-parts.ts';
import { isOfPicture } from './linked-pictures.ts';
import { isPictureAddress } from '../media-path.ts';
import { joinWideLines } from './wide-breaks.ts';

/** The files of the media folder that a text names, each with its line. */
export function findImages(tokens: readonly Token[], source: string): { path: string; line: number }[] {
  const inMarkdown = [...inlineParts(tokens, source)].flatMap(({ children, finder }) => {
    const lineOfTyped = finder();
    return children
      .flatMap((child, index) => {
        const path = mediaPathOf(child.attrGet(child.type === 'image' ? 'src' : 'href'));
        if (child.type === 'image') return [path];
        // A picture that is linked to itself is named once.
        const isAnother = path !== mediaPathOf(children[index + 1]?.attrGet('src'));
        return isAnother && isOfPicture(children, index) ? [path] : [];
      })
      .filter(isPictureAddress)
      .map((path) => ({ path, line: lineOfTyped(path) }));
  });
  const ofElements = tokens
    .filter(({ type, nesting }) => type === 'html_element' && nesting > 0)
    .flatMap((token) =>
      ['src', 'poster'].flatMap((name) => {
        const path = token.attrGet(name);
        return path === null ? [] : [{ path: String(path).normalize('NFC'), line: lineOf(token) }];
      }),
    );
  return [...inMarkdown, ...ofElements];
}

/** A paragraph that holds one picture and nothing else becomes a figure, its title the caption. */
export function markFigures(tokens: Token[]): void {
  for (let i = 2; i < tokens.length; i += 1) {
    const [open, inline, close] = [tokens[i - 2], tokens[i - 1], tokens[i]];
    if (open?.type !== 'paragraph_open' || inline?.type !== 'inline' || close?.type !== 'paragraph_close')
      continue;
    const children = inline.children ?? [];
    const isLinked = children.length === 3 && isOfPicture(children, 0);
    const image = isLinked ? children[1] : children.length === 1 ? children[0] : undefined;
    if (image?.type !== 'image') continue;
    open.type = 'figure_open';
    close.type = 'figure_close';
    close.meta = { caption: joinWideLines(String(image.attrGet('title') ?? '')) };
    // A paragraph of a tight list is hidden; a figure never is.
    open.hidden = false;
    close.hidden = false;
  }
}

/** markdown-it percent-encodes addresses; a path in the folder is meant as typed. */
export function mediaPathOf(address: string | number | null | undefined): string {
  const src = String(address ?? '');
  try {
    return composed(decodeURI(src));
  } catch {
    return src;
  }
}
