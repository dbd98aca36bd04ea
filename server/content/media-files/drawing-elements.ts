import { createCopyCounter } from '#server/media/pictures/drawn-copies.ts';

/** The first thing in an SVG file that is no part of a drawing, as its editor sees it; null when all is. */
export type ForeignPart =
  { kind: 'element'; name: string } | { kind: 'document-type' } | { kind: 'not-xml' } | { kind: 'copies' };

const svg = 'http://www.w3.org/2000/svg';

/** Namespaces for the own notes of drawing programs: browsers ignore such elements. */
const notes = new Set([
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/elements/1.1/',
  'http://purl.org/dc/terms/',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.figma.com/figma/ns',
  'http://www.serif.com/',
  'adobe:ns:meta/',
]);
const adobe = /^http:\/\/ns\.adobe\.com\//;

const tokens = new RegExp(
  [
    '<!--[^]*?-->',
    String.raw`<!\[CDATA\[(?<data>[^]*?)\]\]>`,
    String.raw`<\?[^]*?\?>`,
    '(?<type><!DOCTYPE[^>]*>)',
    String.raw`<\/(?<closed>[^\s<>/]+)\s*>`,
    String.raw`<(?<opened>[^\s<>/!?="']+)(?<attributes>(?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'y',
);
const declaration = /\s(xmlns(?::[^\s=]+)?)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Namespaces by what declares them, `xmlns` or `xmlns:prefix`, as typed: one that is written otherwise is not known. */
type Namespaces = ReadonlyMap<string, string>;

/**
 * Reads the file as XML, strictly, since what an element does depends on its namespace alone: `<h:script>` is a script
 * where `h` stands for XHTML. A document type may declare more than stands in the file.
 */
export function findForeignPart(text: string): ForeignPart | null {
  const open: { name: string; around: Namespaces }[] = [];
  const copies = createCopyCounter();
  let namespaces: Namespaces = new Map();

  const start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let position = start; position < text.length; position = tokens.lastIndex) {
    tokens.lastIndex = position;
    const {
      type,
      closed,
      opened,
      attributes = '',
      empty,
      data,
      text: plain,
    } = tokens.exec(text)?.groups ?? {};
    if (tokens.lastIndex === 0) return { kind: 'not-xml' };
    if (data !== undefined) copies.text(data, true);
    if (plain !== undefined) copies.text(plain);
    if (type !== undefined && !/^<!DOCTYPE\s+svg\s*>$/.test(type)) return { kind: 'document-type' };
    if (closed !== undefined) {
      const last = open.pop();
      if (last?.name !== closed) return { kind: 'not-xml' };
      namespaces = last.around;
      copies.close();
    }
    if (opened === undefined) continue;
    const inside = withDeclared(namespaces, attributes);
    if (!isPartOfDrawing(namespaceOf(opened, inside))) return { kind: 'element', name: opened };
    copies.open(opened, attributes);
    if (empty !== '') {
      copies.close();
      continue;
    }
    open.push({ name: opened, around: namespaces });
    namespaces = inside;
  }
  if (open.length > 0) return { kind: 'not-xml' };
  return copies.hasTooMany() ? { kind: 'copies' } : null;
}

function withDeclared(around: Namespaces, attributes: string): Namespaces {
  if (!attributes.includes('xmlns')) return around;
  const inside = new Map(around);
  for (const [, name = '', double, single] of attributes.matchAll(declaration))
    inside.set(name, double ?? single ?? '');
  return inside;
}

function namespaceOf(name: string, namespaces: Namespaces): string | undefined {
  const colon = name.indexOf(':');
  return namespaces.get(colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`);
}

function isPartOfDrawing(namespace: string | undefined): boolean {
  return namespace === svg || (namespace !== undefined && (notes.has(namespace) || adobe.test(namespace)));
}
