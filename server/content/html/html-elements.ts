import { isFilmPath, isPicturePath, isSoundPath } from '../media-path.ts';

export interface HtmlElement {
  /** Place in which it may begin: within a line, as a block, or directly in one of these elements. */
  place: 'line' | 'block' | readonly string[];
  /** Content that may stand directly in it, beside the elements whose place it is. */
  holds: 'words' | 'blocks' | 'elements' | 'nothing';
  /** Its attributes, each with a test of its value. */
  attributes: Readonly<Record<string, (value: string) => boolean>>;
  /** Attributes that it cannot do without. */
  needs?: readonly string[];
  /** Attributes that are always added. */
  given?: Readonly<Record<string, string>>;
  /** Children of these ranks stand in this order. */
  rank?: number;
  /** Stands in its place at most once. */
  isOnce?: boolean;
  /** Stands before all else in its place. */
  isFirst?: boolean;
  /** Stands before or after all else in its place. */
  isAtEdge?: boolean;
}

/** Elements that a part of the renderer writes by itself, each with its attributes. */
export type WrittenElements = Readonly<Record<string, readonly string[]>>;

/** More columns or rows than this under one cell are a mistake. */
export const maxSpan = 100;

const isWords = (value: string) => value.trim() !== '';
const isSpan = (value: string) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= maxSpan;
const isScope = (value: string) => ['row', 'col', 'rowgroup', 'colgroup'].includes(value);

const isBare = (value: string) => value === '' || value === 'controls';
/** Nothing plays by itself, and only the metadata is loaded before the visitor starts it. */
const played = { controls: '', preload: 'metadata' };

const inLine: HtmlElement = { place: 'line', holds: 'words', attributes: {} };
const rows: HtmlElement = { place: ['table'], holds: 'elements', attributes: {} };
const cell: HtmlElement = {
  place: ['tr'],
  holds: 'blocks',
  attributes: { colspan: isSpan, rowspan: isSpan },
};

/**
 * Closed list of the elements allowed in a body beside Markdown: elements that Markdown lacks, that run nothing, load
 * nothing but files of our own media folder, and name nothing. Any other element or attribute is refused.
 */
export const htmlElements: ReadonlyMap<string, HtmlElement> = new Map(
  Object.entries<HtmlElement>({
    ruby: inLine,
    rt: { ...inLine, place: ['ruby'] },
    rp: { ...inLine, place: ['ruby'] },
    kbd: inLine,
    sub: inLine,
    sup: inLine,
    mark: inLine,
    br: { ...inLine, holds: 'nothing' },
    abbr: { ...inLine, attributes: { title: isWords } },
    del: inLine,
    ins: inLine,
    u: inLine,
    small: inLine,
    details: { place: 'block', holds: 'blocks', attributes: {} },
    summary: { place: ['details'], holds: 'words', attributes: {}, isOnce: true, isFirst: true },
    figure: { place: 'block', holds: 'blocks', attributes: {} },
    figcaption: { place: ['figure'], holds: 'blocks', attributes: {}, isOnce: true, isAtEdge: true },
    video: {
      place: 'block',
      holds: 'elements',
      attributes: { src: isFilmPath, poster: isPicturePath, controls: isBare },
      needs: ['src'],
      given: { ...played, playsinline: '' },
    },
    audio: {
      place: 'block',
      holds: 'elements',
      attributes: { src: isSoundPath, controls: isBare },
      needs: ['src'],
      given: played,
    },
    table: { place: 'block', holds: 'elements', attributes: {} },
    caption: { place: ['table'], holds: 'words', attributes: {}, rank: 0, isOnce: true },
    colgroup: { ...rows, attributes: { span: isSpan }, rank: 1 },
    col: { place: ['colgroup'], holds: 'nothing', attributes: { span: isSpan } },
    thead: { ...rows, rank: 2, isOnce: true },
    tbody: { ...rows, rank: 3 },
    tfoot: { ...rows, rank: 4, isOnce: true },
    tr: { place: ['thead', 'tbody', 'tfoot'], holds: 'elements', attributes: {} },
    td: cell,
    th: { ...cell, attributes: { ...cell.attributes, scope: isScope } },
  }),
);

/** Whether it stands among words: Markdown reads it within a paragraph, and never begins a block with it. */
export function standsInLine(name: string): boolean {
  const place = htmlElements.get(name)?.place;
  return place === 'line' || (typeof place === 'object' && place.includes('ruby'));
}
