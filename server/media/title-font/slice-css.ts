/** The name under which the styles ask for the font; no visitor has one of that name installed. */
const family = 'Qingye Titles';

/**
 * The lines that a slice is set on, the same as those of the fallback in client/styles/foundation/tokens.css, whatever the font
 * itself says: the change from one to the other moves nothing.
 */
const metrics = 'ascent-override:115.1%;descent-override:28.6%;line-gap-override:0%';

/**
 * The style sheet that names each file with the characters that stand in it. A browser loads those of which a page has
 * some. All weights are the one: none is made bold by smearing it. The space is in none of them, so it is the
 * fallback's in any case, by which browsers decide where a line stands.
 * @param base What the address of a file begins with.
 */
export function slicesCss(slices: readonly { file: string; characters: string }[], base: string): string {
  const faces = slices.map(
    ({ file, characters }) =>
      `@font-face{font-family:"${family}";src:url(${base}${file})format("woff2");font-weight:1 1000;` +
      `font-display:swap;${metrics};unicode-range:${unicodeRange(characters)}}`,
  );
  return faces.length === 0 ? '' : [use, ...faces].join('\n');
}

/** The same list as some titles have before, so that nothing is laid out again: --font-serif begins with that one. */
const fonts = `--font-titles:"${family}",'Qingye Latin'`;

/**
 * Titles are set in the font when the script says that its files are there, first of some titles, then of the page;
 * where no script runs, from the beginning.
 */
const use =
  `[data-title-font]:not(:root){font-family:"${family}",var(--font-serif)}` +
  `:root[data-title-font]{${fonts}}@media (scripting:none){:root{${fonts}}}`;

/** `U+4E00,U+4E8C-4E8E`. */
function unicodeRange(characters: string): string {
  const codes = Array.from(characters, (character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const ranges: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',');
}
