import { cachedResults, cachedTest } from './cached.ts';
import { characterClasses, classAt, emojiPattern, widthAt } from './character-classes.ts';
import { hanFolds } from './han-variants.ts';

export interface FoldedText {
  folded: string;
  /** For each UTF-16 unit of `folded` where in the text it comes from; one more for the end of the text. */
  offsets: Uint32Array;
}

/**
 * Folds a text for search: full width, case, ligatures, variants of Han characters and Simplified characters with one
 * Traditional form make no difference (NFKC, lower case, `han-tables.json`). Invisible signs are gone.
 */
export function fold(text: string): string {
  return foldInto(text, null).folded;
}

/** Same as `fold`, with the origin of each unit, because a folded text may be longer or shorter. */
export function foldWithOffsets(text: string): FoldedText {
  return foldInto(text, new Uint32Array(text.length + 32));
}

/** End, in the text, of the character that the unit at `last` of the folded text comes from. */
export function endInText({ folded, offsets }: FoldedText, last: number): number {
  let next = last + 1;
  while (next < folded.length && offsets[next] === offsets[last]) next += 1;
  return offsets[next] ?? 0;
}

/** Records offsets if there is room for them. */
function foldInto(text: string, room: Uint32Array | null): FoldedText {
  const simple = (simpleFolds ??= makeSimpleFolds());
  let units = new Uint16Array(text.length + 32);
  let offsets = room;
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const unit = simple[text.charCodeAt(at)] ?? 0;
    if (unit !== 0 && !joinsBefore(text, at + 1, simple)) {
      units[length] = unit;
      if (offsets !== null) offsets[length] = at;
      length += 1;
      at += 1;
    } else {
      const end = findSegmentEnd(text, at);
      const segment = foldSegment(text.slice(at, end));
      // The extra unit is for the end of the text.
      if (length + segment.length + text.length - end >= units.length) {
        const before = { units, offsets };
        units = new Uint16Array(before.units.length * 2 + segment.length);
        units.set(before.units);
        if (before.offsets !== null) {
          offsets = new Uint32Array(units.length);
          offsets.set(before.offsets);
        }
      }
      for (let index = 0; index < segment.length; index += 1) {
        units[length] = segment.charCodeAt(index);
        if (offsets !== null) offsets[length] = at;
        length += 1;
      }
      at = end;
    }
  }
  if (offsets !== null) offsets[length] = text.length;
  return {
    folded: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'),
    offsets: offsets?.subarray(0, length + 1) ?? noOffsets,
  };
}

const noOffsets = new Uint32Array();

/** The next sign is folded together with this one: an accent, a vowel of Hangul, a sign that nobody sees. */
const joins = cachedTest(
  /^[\p{M}\p{Default_Ignorable_Code_Point}\u0E33\u0EB3\u1160-\u11FF\u3131-\u318E\uD7B0-\uD7FB\uFF9E-\uFFDC\u{16D63}-\u{16D6A}]$/v,
);
const beginsEmoji = cachedTest(/^[\p{RI}\p{Extended_Pictographic}]$/v);

/** Composing costs the square of their number: 64,000 in a text took 10 s. */
const maxJoined = 60;

function joinsBefore(text: string, at: number, simple: Uint16Array): boolean {
  return at < text.length && simple[text.charCodeAt(at)] === 0 && joins(text.codePointAt(at) ?? 0);
}

function findSegmentEnd(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  let end = beginsEmoji(code) ? findEndOf(emojiPattern, text, at) : at + widthAt(text, at);
  for (let joined = 0; joined < maxJoined && end < text.length; joined += 1) {
    if (!joins(text.codePointAt(end) ?? 0)) break;
    end += widthAt(text, end);
  }
  return end;
}

function findEndOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const bopomofoNeutralTone = '\u02D9';

/** The slow way, for a character with what is joined to it. */
const foldSegment = cachedResults((segment) => {
  if (rareHan.test(segment)) return hanFolds.get(segment) ?? segment;
  // The one character that would become 18, of which others become at most 8.
  if (segment === '\uFDFA') return segment;
  // NFKC would make a space with a dot of it.
  if (segment.startsWith(bopomofoNeutralTone)) {
    return `${bopomofoNeutralTone}${foldSegment(segment.slice(1)).replace(/^\p{M}+/v, '')}`;
  }
  const end = findEndOf(emojiPattern, segment, 0);
  const emoji = foldCharacters(segment.slice(0, end).replace(/[\uFE0E\uFE0F]/g, ''));
  if (end > 0 && findEndOf(emojiPattern, emoji, 0) === emoji.length) {
    return `${emoji}${foldSegment(segment.slice(end)).replace(/\p{M}/gv, '')}`;
  }
  return foldCharacters(segment.replace(/[\p{Default_Ignorable_Code_Point}\p{Me}]/gv, ''));
});

/** No normal form changes them. */
const rareHan = /^[\u{20000}-\u{2F7FF}\u{30000}-\u{3FFFF}]$/u;

/**
 * Lower case may compose with an accent that upper case does not, so the normal form is made twice; and once more, for
 * what stood around a mark that is left out may compose.
 */
function foldCharacters(text: string): string {
  const normal = text.normalize('NFKC').toLowerCase().replaceAll('\u03C2', '\u03C3').normalize('NFKC');
  let folded = '';
  let isAfterHan = false;
  for (const character of normal) {
    const form = hanFolds.get(character) ?? character;
    const kind = classAt(form, 0);
    // An accent on a Han character or kana that is no character of its own means nothing to a search.
    if (kind === characterClasses.mark && isAfterHan) continue;
    isAfterHan = kind === characterClasses.han;
    folded += form;
  }
  return folded.length < normal.length ? folded.normalize('NFKC') : folded;
}

let simpleFolds: Uint16Array | undefined;

/** Units that stand alone and become one unit, so that most of a text needs only a look into this table; 0 for others. */
function makeSimpleFolds(): Uint16Array {
  const simple = new Uint16Array(65_536);
  for (const [first, last] of normalised) {
    for (let unit = first; unit <= last; unit += 1) {
      const character = String.fromCharCode(unit);
      const form = foldSegment(character);
      if (form.length === 1 && !/[\p{M}\p{Extended_Pictographic}]/v.test(character))
        simple[unit] = form.charCodeAt(0);
    }
  }
  for (const [first, last] of unchanged) {
    for (let unit = first; unit <= last; unit += 1) simple[unit] = unit;
  }
  for (const [from, to] of hanFolds) {
    if (from.length === 1) simple[from.charCodeAt(0)] = to.length === 1 ? to.charCodeAt(0) : 0;
  }
  return simple;
}

/** ASCII, Latin letters, Bopomofo's tones, Greek, Cyrillic, punctuation, kana, Bopomofo, full width. */
const normalised = [
  [0x09, 0x0a],
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2c7, 0x2d9],
  [0x370, 0x52f],
  [0x2010, 0x2027],
  [0x3000, 0x30ff],
  [0x3105, 0x312f],
  [0xff01, 0xff5e],
] as const;

/** Han characters and syllables of Hangul: no normal form changes them. */
const unchanged = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;
