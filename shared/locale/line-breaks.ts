/** What stands at no line's start, as `line-break: strict` has it. */
export const neverFirst =
  /^[\p{Pe}\p{Pf}，。、；：！？．,.;:!?%‰℃°·・‧…‥—–～〜ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;

/** What stands at no line's end. */
export const neverLast = /[\p{Ps}\p{Pi}＄$￥¥£€#＃]$/u;

/** What no ellipsis follows. */
export const neverBeforeEllipsis = /[\s\p{Ps}\p{Pi}，、；：,;:…—·]$/u;

/** Signs between any two of which a line may end, unlike letters of a word. */
export const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u3000-\u303f\uff01-\uff5e]/u;

/** The ellipsis itself. */
export const ellipsisSign = '…';

const graphemes = new Intl.Segmenter('zh-TW', { granularity: 'grapheme' });
const words = new Intl.Segmenter('zh-TW', { granularity: 'word' });

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Where words begin, as places in the text. */
export function wordStarts(text: string): ReadonlySet<number> {
  return new Set(Array.from(words.segment(text), ({ index }) => index));
}
