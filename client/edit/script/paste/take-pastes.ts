import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { askWhile } from '../body/ask-while.ts';
import { insertBlock, isAddress, linkTo } from '../body/insert.ts';
import type { TextPlace } from '../late/places.ts';
import type { TakeFiles } from '../body/take-files.ts';
import {
  applyChange,
  lineEnd,
  lineStart,
  selectedIn,
  type SelectedText,
  type TextChange,
} from '../body/text-change.ts';
import { loadInTime } from '../late/load-in-time.ts';

/** Larger ones, such as a whole book, are pasted as plain text. */
const maxHtmlLength = 2_000_000;

/** Something in HTML that plain text would lose. */
const mayBeRich =
  /<(?:h[1-6]|li|table|blockquote|pre|[bisaup]|strong|em|del|strike|sup|sub|ruby)\b|font-(?:weight|style)/i;

/** A picture that stands in the HTML itself. */
const dataPicture =
  /<img\b[^>]{0,500}?\ssrc\s*=\s*["']data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/=\s]+)["'][^>]*>/gi;

interface PasteTools {
  field: HTMLTextAreaElement;
  markPlace: () => TextPlace;
  takeFiles: TakeFiles;
}

/** Makes Markdown of what is pasted from other programs. With the Shift key it stays plain. */
export function takePastes({ field, markPlace, takeFiles }: PasteTools): void {
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
    const pictures = picturesIn(copied);
    // Browsers copy an address with its title as a link; here the address is meant.
    if (isAddress(text) || html.length > maxHtmlLength || !mayBeRich.test(html)) {
      // Behind the text that the browser is about to paste.
      if (pictures.length > 0) setTimeout(() => takeFiles(pictures));
      return;
    }
    event.preventDefault();
    converting += 1;
    watchLeaving();
    const before = selectedIn(field);
    const place = markPlace();
    // Behind the text, whose place was marked before.
    takeFiles(pictures);
    void toMarkdown(html).then((markdown) => {
      place.write((selected) => {
        converting -= 1;
        // Nothing was written meanwhile: what was selected is replaced.
        const isAsBefore = field.value === before.value;
        return insertionOf(isAsBefore ? before : selected, markdown ?? text);
      });
    });
  });
}

/** Resolves to null where plain text says the same, and where the converter cannot be loaded. */
async function toMarkdown(html: string): Promise<string | null> {
  try {
    const converter = await loadInTime(import('./html-to-markdown.ts'));
    return converter && converter.htmlToMarkdown(html, location.origin);
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

/** Words within their line, paragraphs apart from it. */
function insertionOf(selected: SelectedText, text: string): TextChange {
  const { value, start, end } = selected;
  const isBlock = /\n|^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```)/.test(text);
  if (isBlock && (text.includes('\n\n') || isAlone(value, start, end))) return insertBlock(selected, text);
  const caret = start + text.length;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}

function isAlone(value: string, start: number, end: number): boolean {
  return (value.slice(lineStart(value, start), start) + value.slice(end, lineEnd(value, end))).trim() === '';
}
