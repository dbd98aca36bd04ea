import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { askWhile } from '../body/ask-while.ts';
import { afterComposition } from '../body/composition.ts';
import { insertBlock, isAddress, linkTo } from '../body/insert.ts';
import type { TakeFiles } from '../body/take-files.ts';
import {
  applyChange,
  applyLate,
  lineEnd,
  lineStart,
  selectedIn,
  type TextChange,
} from '../body/text-change.ts';

/** Larger ones, such as a whole book, are pasted as plain text. */
const maxHtmlLength = 2_000_000;

/** Something in HTML that plain text would lose. */
const mayBeRich =
  /<(?:h[1-6]|li|table|blockquote|pre|[bisaup]|strong|em|del|strike|sup|sub|ruby)\b|font-(?:weight|style)/i;

/** A picture that stands in the HTML itself. */
const dataPicture =
  /<img\b[^>]{0,500}?\ssrc\s*=\s*["']data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=\s]+)["'][^>]*>/gi;

/** Makes Markdown of what is pasted from other programs. With the Shift key it stays plain. */
export function takePastes(field: HTMLTextAreaElement, takeFiles: TakeFiles): void {
  let isPlain = false;
  let converting = 0;
  const watchLeaving = askWhile(() => converting > 0);
  field.addEventListener('keydown', ({ key, shiftKey, ctrlKey, metaKey }) => {
    // Without a key for commands it is a capital letter, after which somebody may paste by the menu.
    isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
  });
  field.addEventListener('paste', (event) => {
    const { clipboardData } = event;
    if (event.defaultPrevented || isPlain) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    const link = linkTo(selectedIn(field), text);
    if (link !== null) {
      event.preventDefault();
      return applyChange(field, link);
    }
    const copied = clipboardData?.getData('text/html') ?? '';
    const html = copied.replace(dataPicture, '');
    takeFiles(picturesIn(copied));
    // Browsers copy an address with its title as a link; here the address is meant.
    if (isAddress(text) || html.length > maxHtmlLength || !mayBeRich.test(html)) return;
    event.preventDefault();
    converting += 1;
    watchLeaving();
    void toMarkdown(html).then((markdown) => {
      afterComposition(() => {
        converting -= 1;
        applyLate(field, insertionOf(field, markdown ?? text));
      });
    });
  });
}

/** Resolves to null where plain text says the same, and where the converter cannot be loaded. */
async function toMarkdown(html: string): Promise<string | null> {
  try {
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    return htmlToMarkdown(html, location.origin);
  } catch {
    return null;
  }
}

function picturesIn(html: string): File[] {
  return Array.from(html.matchAll(dataPicture), ([, type = '', data = '']) => {
    const bytes = Uint8Array.from(decode(data), (sign) => sign.charCodeAt(0));
    return new File([bytes], `${writingTexts.pastedPicture}.${type}`, { type: `image/${type}` });
  });
}

/** Empty where it is no base64: the library says what is wrong with the file. */
function decode(data: string): string {
  try {
    return atob(data.replace(/\s/g, ''));
  } catch {
    return '';
  }
}

/** At the caret of this moment: words within their line, paragraphs apart from it. */
function insertionOf(field: HTMLTextAreaElement, text: string): TextChange {
  const selected = selectedIn(field);
  const { value, start, end } = selected;
  const isBlock = /\n|^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```)/.test(text);
  if (isBlock && (text.includes('\n\n') || isAlone(value, start, end))) return insertBlock(selected, text);
  const caret = start + text.length;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}

function isAlone(value: string, start: number, end: number): boolean {
  return (value.slice(lineStart(value, start), start) + value.slice(end, lineEnd(value, end))).trim() === '';
}
