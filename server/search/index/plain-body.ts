export interface PlainBody {
  /** A line for each. */
  headings: string;
  text: string;
}

type Place = 'text' | 'headings' | 'readings' | 'nowhere';

/** A body's text without its tags. Stored HTML has the entities that writing it makes, and no others. */
export function plainBody(html: string): PlainBody {
  const texts: Record<Place, string> = { text: '', headings: '', readings: '', nowhere: '' };
  const open: { name: string; place: Place }[] = [];
  const add = (text: string) => (texts[open.at(-1)?.place ?? 'text'] += text);
  for (const [piece, close, tag, entity] of html.matchAll(pieces)) {
    if (tag === undefined) {
      add(entity === undefined ? piece : (entities[entity] ?? piece));
      continue;
    }
    const name = tag.toLowerCase();
    if (!inLine.has(name)) add('\n');
    const place = placeOf(name, piece);
    if (close === '' && place !== null) open.push({ name, place });
    if (close === '' || open.at(-1)?.name !== name) continue;
    if (open.pop()?.place === 'readings') texts.readings += '\n';
  }
  return { headings: tidy(texts.headings), text: tidy(`${texts.text}\n${texts.readings}`) };
}

const pieces = /<(\/?)([a-z][a-z0-9]*)[^>]*>|&(amp|lt|gt|quot|#39);|[^<&]+|[<&]/gi;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Place of the text in such an element, if it differs from the place around the element. */
function placeOf(name: string, tag: string): Place | null {
  // The pronunciation beside a word stands after the text, so that the word is found whole.
  if (name === 'rt') return 'readings';
  if (name === 'rp') return 'nowhere';
  // The number of a note, and the way back from it.
  if ((name === 'sup' || name === 'a') && tag.includes(' class="footnote-')) return 'nowhere';
  return /^h[1-6]$/.test(name) ? 'headings' : null;
}

const inLine = new Set(
  'a abbr b code del em i img ins kbd mark rb rp rt ruby s small span strong sub sup u wbr'.split(' '),
);

function tidy(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();
}
