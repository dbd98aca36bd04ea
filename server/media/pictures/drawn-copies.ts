/**
 * Counts what a drawing shows more than once. `use` copies what it names, and each element that is painted with a pattern,
 * cut by a mask or a clip, filtered, or marked at its corners draws that anew. What is copied may hold copies: ten levels of
 * ten are 10,000,000,000 elements in a file of 1 kB.
 */
export interface CopyCounter {
  /** A tag that begins an element. `attributes` is the text behind its name. */
  open(name: string, attributes: string): void;
  close(): void;
  /** Text within the element that is open, as XML writes it, or `asIs`. Only that of style sheets matters. */
  text(text: string, asIs?: boolean): void;
  /** Whether these are more elements than a page can show with ease. Also of a drawing that copies itself. */
  hasTooMany(): boolean;
}

/** A text of 6,000 letters that are copied has 12,000; 256 kB of icons may have 60,000 elements without a copy. */
const maxCopies = 20_000;

interface Drawn {
  name: string;
  id: string | null;
  classes: readonly string[];
  /** Ids of the elements that it draws besides those within it. */
  draws: string[];
  /** Upper bound of a shape's corners, each of which may have a marker. */
  corners: number;
  children: Drawn[];
}

interface Sum {
  elements: number;
  corners: number;
}

export function createCopyCounter(): CopyCounter {
  const root = drawnOf('', '');
  const open = [root];
  const byId = new Map<string, Drawn>();
  let written = 0;
  let styles = '';

  return {
    open(name, attributes) {
      const parent = open.at(-1) ?? root;
      const drawn = drawnOf(name.slice(name.indexOf(':') + 1), attributes);
      written += 1;
      // The first of two elements with one id counts, as in browsers.
      if (drawn.id !== null && !byId.has(drawn.id)) byId.set(drawn.id, drawn);
      // An animation changes the element that it stands in.
      if (/^(?:animate|set)/.test(drawn.name)) parent.draws.push(...drawn.draws.splice(0));
      parent.children.push(drawn);
      open.push(drawn);
    },
    close: () => void open.pop(),
    text(text, asIs = false) {
      if (open.at(-1)?.name === 'style') styles += asIs ? text : withCharacters(text);
    },
    hasTooMany() {
      const rules = readRules(styles);
      return rules === null || countDrawn(root, { byId, rules, limit: written + maxCopies }) === Infinity;
    },
  };
}

function drawnOf(name: string, attributes: string): Drawn {
  const drawn: Drawn = { name, id: null, classes: [], draws: [], corners: 0, children: [] };
  for (const [, attribute = '', double, single] of attributes.matchAll(attributeText)) {
    const value = withCharacters(double ?? single ?? '');
    if (attribute === 'id' || attribute === 'xml:id') drawn.id ??= value;
    else if (attribute === 'class') drawn.classes = value.split(/\s+/);
    else if (attribute === 'd' || attribute === 'points') drawn.corners = Math.ceil(value.length / 2);
    else if (/(?:^|:)href$/.test(attribute) && copying.has(name)) drawn.draws.push(value.trim().slice(1));
    else if (value.includes('#')) drawn.draws.push(...namedIn(value));
  }
  return drawn;
}

const attributeText = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const copying = new Set(['use', 'pattern']);
const named = /url\(\s*(?:"#([^"]*)"?|'#([^']*)'?|#([^)\s]*))/gi;

function namedIn(text: string): string[] {
  return Array.from(text.matchAll(named), ([, double, single, bare]) => double ?? single ?? bare ?? '');
}

const characters = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** XML can write each character by its number. */
function withCharacters(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(characters, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Ids of what an element draws, by a class, an id or a name that it has. */
type Rules = ReadonlyMap<string, ReadonlySet<string>>;

const cssTokens =
  /\/\*[^]*?(?:\*\/|$)|"[^"\n]*["\n]?|'[^'\n]*['\n]?|url\(\s*(?:"#([^"]*)"|'#([^']*)'|#([^)\s]*))\s*\)?/gi;

/** Null where a rule that draws something has a selector that is not understood. */
function readRules(css: string): Rules | null {
  const rules = new Map<string, Set<string>>();
  const ids: string[] = [];
  // Numbers between NULs, which XML cannot hold, stand for ids.
  const plain = css.replace(cssTokens, (_, double?: string, single?: string, bare?: string) => {
    const id = double ?? single ?? bare;
    return id === undefined ? ' ' : `\0${ids.push(id) - 1}\0`;
  });
  for (const piece of plain.split('}')) {
    const [declarations = '', selectors = '&', ...around] = piece.split('{').toReversed();
    const draws = Array.from(declarations.matchAll(/\0(\d+)\0/g), ([, index]) => ids[Number(index)] ?? '');
    if ([selectors, ...around].some((part) => part.includes('\0'))) return null;
    if (draws.length === 0) continue;
    for (const selector of selectors.split(',')) {
      const key = keyOf(selector.trim());
      if (key === null) return null;
      const others = rules.get(key);
      if (others === undefined) rules.set(key, new Set(draws));
      else for (const id of draws) others.add(id);
    }
  }
  return rules;
}

/** Returns a part that every element has which a selector matches: a class, an id, a name, or `*`. */
function keyOf(selector: string): string | null {
  const last = selector.split(/[\s>+~]+/).at(-1) ?? '';
  const [, name = '', mark = ''] =
    /^(\*|[^.#:[\]&|*@()]*)((?:[.#][^.#:[\]&|*@()]+)?)(?:[.#][^.#:[\]&|*@()]+)*$/.exec(last) ?? [];
  return mark || name || null;
}

/** Every level of elements and of copies is one; no drawing has nearly as many. */
const maxDepth = 500;

const tooMany: Sum = { elements: Infinity, corners: Infinity };

interface Places {
  byId: ReadonlyMap<string, Drawn>;
  rules: Rules;
  /** Elements above which nothing is counted any more. */
  limit: number;
}

/** Counts the elements that are drawn in all: infinitely many above the limit. */
function countDrawn(root: Drawn, { byId, rules, limit }: Places): number {
  const sums = new Map<Drawn, Sum>();
  const byRule = new Map([...rules].map(([key, ids]) => [key, [...ids].flatMap(targetsOf)]));

  function sumOf(drawn: Drawn, depth: number): Sum {
    const before = sums.get(drawn);
    if (before !== undefined) return before;
    // A copy of itself never comes to an end.
    const sum = depth > maxDepth ? tooMany : add(drawn, depth + 1);
    sums.set(drawn, sum);
    return sum;
  }

  function add(drawn: Drawn, depth: number): Sum {
    const targets = allTargetsOf(drawn);
    let elements = 1;
    let { corners } = drawn;
    // Everything within is painted with a pattern and has its markers, not the element alone.
    for (const part of [...drawn.children, ...targets.filter((target) => !isInherited(target))]) {
      const sum = sumOf(part, depth);
      elements += sum.elements;
      corners += sum.corners;
      if (elements > limit) return tooMany;
    }
    let all = elements;
    for (const target of targets.filter(isInherited)) {
      const times = target.name === 'marker' ? corners : elements;
      if (times > 0) all += sumOf(target, depth).elements * times;
      if (all > limit) return tooMany;
    }
    return { elements: all, corners };
  }

  function allTargetsOf({ name, id, classes, draws }: Drawn): Drawn[] {
    const own = draws.flatMap(targetsOf);
    if (byRule.size === 0) return own;
    const keys = new Set(['*', name, `#${id}`, ...classes.map((each) => `.${each}`)]);
    return [...own, ...[...keys].flatMap((key) => byRule.get(key) ?? [])];
  }

  /** Elements with this id that draw something: one or none. */
  function targetsOf(id: string): Drawn[] {
    const target = byId.get(id) ?? byId.get(unescaped(id));
    return target === undefined || target.name.endsWith('Gradient') ? [] : [target];
  }

  return sumOf(root, 0).elements;
}

function isInherited({ name }: Drawn): boolean {
  return name === 'pattern' || name === 'marker';
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
