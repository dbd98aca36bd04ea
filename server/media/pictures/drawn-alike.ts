/**
 * Whether a drawing is the same picture from our library as from every browser, in the dark and over time. The lists
 * say what is safe: any other drawing is shown itself, which is always right and only takes time.
 */
export function isDrawnAlike(svg: string): boolean {
  if (!/<svg\b[^>]*\s(?:viewBox|width)\s*=/.test(svg) || varies.test(svg)) return false;
  const names = [...svg.matchAll(/<(?![/!?])([^\s<>/]+)/g)];
  const functions = [...svg.matchAll(/([\w-]+)\(/g)];
  return (
    names.every(([, name = '']) => elements.has(name) || notes.test(name)) &&
    functions.every(([, name = '']) => knownFunctions.has(name))
  );
}

/** Without text: the library has none of the fonts that a browser has. */
const elements = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon clipPath mask pattern marker ' +
    'linearGradient radialGradient stop style title desc metadata'
  ).split(' '),
);

/** Prefixes of the notes that drawing programs keep for themselves. */
const notes = /^(?:sodipodi|inkscape|rdf|cc|dc|sketch|serif):/;

/** In attributes and style sheets; others, such as `light-dark()` and `polygon()`, are read by browsers alone. */
const knownFunctions = new Set(
  'url rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY'.split(
    ' ',
  ),
);

/**
 * Features that depend on the visitor or on time, on the place of the picture, or on how new the reader is: rules with
 * an `@`, entities, languages, colours of the system.
 */
const varies =
  /@|<!ENTITY|animation|transition|color-scheme|blend-mode|isolation|vector-effect|transform-(?:box|origin)|systemLanguage|required(?:Features|Extensions)|\bcanvas(?:text)?\b/i;
