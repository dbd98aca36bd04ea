/**
 * Whether an SVG file is a drawing and nothing else: it runs nothing and loads nothing, in a page or opened by
 * itself. Refused rather than mended: a filter that removes parts must read SVG, XML and CSS as every browser does,
 * and an editor should know that the drawing was not what it seemed.
 */
export function isPlainDrawing(data: Buffer): boolean {
  try {
    // UTF-8 that says nothing else of itself, so that a browser reads the same text.
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(data);
    if (/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(svg)) return false;
    return !runsOrLoads.test(svg) && !runsOrLoads.test(asParsed(svg));
  } catch {
    return false;
  }
}

const activeElements = 'script|handler|listener|foreignObject|iframe|embed|object|image|feImage|animate|set';

/** Whatever prefix an element has: it may stand for the namespace of SVG. */
const runsOrLoads = new RegExp(
  [
    `<(?:[^\\s<>/:]+:)?(?:${activeElements})[\\s/>]`,
    String.raw`\son\w+\s*=\s*["']`,
    'javascript:',
    String.raw`(?:href|src)\s*=\s*(?!\s*["']\s*#)`,
    '@import',
    String.raw`url\((?!\s*["']?#)`,
    // What else loads in a style sheet, and the escapes that could hide it.
    String.raw`(?:image|image-set|src)\(`,
    String.raw`\\`,
    // Both can give an element an attribute that does not stand in it.
    '<!ENTITY|<!ATTLIST',
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
