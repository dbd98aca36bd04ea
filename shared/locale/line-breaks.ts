/** Signs that never begin a line, like `line-break: strict`. */
export const neverFirst =
  /^[\p{Pe}\p{Pf}，。、；：！？．,.;:!?%‰℃°·・‧…‥—–～〜ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;

/** Signs that never end a line. */
export const neverLast = /[\p{Ps}\p{Pi}＄$￥¥£€#＃]$/u;

/** Signs before which there is no ellipsis. */
export const neverBeforeEllipsis = /[\s\p{Ps}\p{Pi}，、；：,;:…—·]$/u;

/** Signs between which a line may break anywhere, unlike letters of a word. */
export const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u3000-\u303f\uff01-\uff5e]/u;

/** The ellipsis itself. */
export const ellipsisSign = '…';

const graphemes = new Intl.Segmenter('zh-TW', { granularity: 'grapheme' });
const words = new Intl.Segmenter('zh-TW', { granularity: 'word' });

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Offsets at which words begin. */
export function wordStarts(text: string): ReadonlySet<number> {
  return new Set(Array.from(words.segment(text), ({ index }) => index));
}
