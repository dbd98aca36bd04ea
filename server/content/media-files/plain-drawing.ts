import { findForeignPart, type ForeignPart } from './drawing-elements.ts';

/** Description of the problem, and of its solution. */
type DrawingProblem = readonly [wrong: string, right: string];

/**
 * Finds a reason why an SVG file is more than a drawing that runs nothing and loads nothing, in a page or opened by
 * itself; null when there is none. Refused rather than mended: a filter that removes parts must read SVG, XML and CSS
 * as every browser does, and an editor should know that the drawing was not what it seemed.
 */
export function findDrawingProblem(data: Buffer): DrawingProblem | null {
  try {
    // UTF-8 that says nothing else of itself, so that a browser reads the same text.
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(data);
    if (/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(svg)) return active;
    if (runsOrLoads.test(svg) || runsOrLoads.test(asParsed(svg))) return active;
    const foreign = findForeignPart(svg);
    return foreign && describe(foreign);
  } catch {
    return active;
  }
}

const active: DrawingProblem = [
  'the drawing contains a script or loads something',
  'save it as a plain drawing without scripts and links',
];

function describe(part: ForeignPart): DrawingProblem {
  switch (part.kind) {
    case 'element':
      return [
        `<${part.name}> is no element of SVG`,
        'save it as plain SVG, whose elements have the namespace http://www.w3.org/2000/svg',
      ];
    case 'document-type':
      return [
        'its <!DOCTYPE> declares something or names another file',
        'remove it, or save the drawing as plain SVG',
      ];
    case 'copies':
      return [
        'it copies parts of itself too often, by <use>, patterns, masks or markers',
        'save it with its copies made paths, or as a picture of pixels',
      ];
    case 'not-xml':
      return ['it is not XML that a browser can read', 'save it again as plain SVG'];
  }
}

const activeElements = 'script|handler|listener|foreignObject|iframe|embed|object|image|feImage|animate|set';

/** Matches an element whatever its prefix is: any may stand for the namespace of SVG. */
const runsOrLoads = new RegExp(
  [
    `<(?:[^\\s<>/:]+:)?(?:${activeElements})[\\s/>]`,
    String.raw`\son\w+\s*=\s*["']`,
    'javascript:',
    String.raw`(?:href|src)\s*=\s*(?!\s*["']\s*#)`,
    '@import',
    String.raw`url\((?!\s*["']?#)`,
    // Other functions that load in a style sheet, and the escapes that could hide them.
    String.raw`(?:image|image-set|src)\(`,
    String.raw`\\`,
    // Both can give an element an attribute that does not stand in it.
    '<!ENTITY|<!ATTLIST',
    '<\\?xml-stylesheet',
  ].join('|'),
  'i',
);

/** The text that a style sheet or an attribute has for the browser: XML can write each character by its number. */
function asParsed(svg: string): string {
  return svg
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );
}
