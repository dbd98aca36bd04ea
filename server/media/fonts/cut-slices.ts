/** A character with what is known of where it is set. */
export interface CountedCharacter {
  character: string;
  /** In how many titles, which stand on lists and other pages too. */
  titles: number;
  /** In how many entries it is set on their own page. */
  pages: number;
}

/** How many characters a slice has: some 6.5 kB. Smaller ones save bytes, and cost requests. */
export const sliceSize = 24;

/** In so many entries, a character belongs to the language rather than to one text. */
const isCommonFrom = 3;

/** The characters of every slice, such that a page needs few. The first one is always the same: Latin and digits. */
export function cutSlices(counted: readonly CountedCharacter[]): string[] {
  const han = counted.filter(({ character }) => !latin.includes(character));
  const inTitles = han.filter(({ titles }) => titles > 0);
  const onPages = han.filter(({ titles }) => titles === 0);
  const common = onPages.filter(({ pages }) => pages >= isCommonFrom);
  // In the order in which they were found: the rare words of a text stand together, and are needed together.
  const rare = onPages.filter(({ pages }) => pages < isCommonFrom);
  return [
    latin,
    ...inSlices(inTitles.toSorted((a, b) => b.titles - a.titles || b.pages - a.pages)),
    ...inSlices(common.toSorted((a, b) => b.pages - a.pages)),
    ...inSlices(rare),
  ];
}

/** Every visible sign of ASCII. */
export const latin = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('');

function inSlices(characters: readonly CountedCharacter[]): string[] {
  const slices: string[] = [];
  for (let i = 0; i < characters.length; i += sliceSize) {
    const some = characters.slice(i, i + sliceSize);
    slices.push(some.map(({ character }) => character).join(''));
  }
  return slices;
}

/**
 * Adds characters to slices that are there: the newest one grows until it is full, so that what browsers have kept of
 * the others stays right.
 */
export function addToSlices(slices: readonly string[], added: readonly string[]): string[] {
  const newest = slices.length > 1 ? [...(slices.at(-1) ?? '')] : [];
  const isFull = newest.length >= sliceSize;
  const kept = isFull || newest.length === 0 ? slices : slices.slice(0, -1);
  const all = isFull ? added : [...newest, ...added];
  return [
    ...kept,
    ...Array.from({ length: Math.ceil(all.length / sliceSize) }, (_, i) =>
      all.slice(i * sliceSize, (i + 1) * sliceSize).join(''),
    ),
  ];
}
