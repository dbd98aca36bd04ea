/** Place of an address in Markdown: in a link or picture, or in the definition of one. */
const addresses = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)((?:\([^\s()<>]*\)|[^\s()<>])+)/gm;
/** A film or sound, and the picture that is shown before it is played. */
const ofElements = /((?:src|poster)=")(media\/[^"\n]+)(?=")/g;
/**
 * Replaces the addresses in a text that are not code, in one pass.
 * @param replace Gives the new address; null leaves it as it is.
 */
export function replaceAddresses(source: string, replace: (address: string) => string | null): string {
  const parts: string[] = [];
  let end = 0;
  const replaceOne = (whole: string, before: string, address: string) => {
    const other = replace(address);
    return other === null ? whole : before + other;
  };
  const take = (text: string) => text.replace(addresses, replaceOne).replace(ofElements, replaceOne);
  // In code an address is an example.
  for (const code of findCode(source)) {
    parts.push(take(source.slice(end, code.start)), source.slice(code.start, code.end));
    end = code.end;
  }
  parts.push(take(source.slice(end)));
  return parts.join('');
}

interface Stretch {
  start: number;
  end: number;
}

/** Fenced blocks and spans of code, in their order. */
function findCode(source: string): Stretch[] {
  const stretches: Stretch[] = [];
  let block: (Stretch & { fence: string }) | null = null;
  for (let start = 0; start < source.length;) {
    const lineEnd = source.indexOf('\n', start);
    const end = lineEnd === -1 ? source.length : lineEnd;
    const line = source.slice(start, end);
    if (block !== null) {
      block.end = end;
      if (closes(line, block.fence)) block = null;
    } else if (mayHoldCode.test(line)) {
      const fence = lineEnd === -1 ? undefined : /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence === undefined) for (const span of findSpans(line)) stretches.push(movedBy(span, start));
      else {
        block = { start, end, fence };
        stretches.push(block);
      }
    }
    start = end + 1;
  }
  return stretches;
}

/** Most lines hold none: 200,000 empty ones took 70 ms. */
const mayHoldCode = /[`~]/;

/** Whether a line ends the block of code that this fence has begun. */
function closes(line: string, fence: string): boolean {
  const text = line.replace(/^ {0,3}/, '');
  return text.startsWith(fence) && /^[`~]*[ \t]*$/.test(text.slice(fence.length));
}

/** Spans of code in a line: from a run of backquotes to the next run of the same length. */
function findSpans(line: string): Stretch[] {
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: run, index }) => ({
    length: run.length,
    start: index,
  }));
  // From the last to the first, so that each run knows the next of its length without looking for it.
  const nextOfLength = new Map<number, number>();
  const next = new Map<number, number>();
  for (const [index, { length }] of [...runs.entries()].toReversed()) {
    const same = nextOfLength.get(length);
    if (same !== undefined) next.set(index, same);
    nextOfLength.set(length, index);
  }
  const spans: Stretch[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const closing = next.get(index);
    const [from, to] = [runs[index], closing === undefined ? undefined : runs[closing]];
    if (closing === undefined || from === undefined || to === undefined) continue;
    spans.push({ start: from.start, end: to.start + to.length });
    index = closing;
  }
  return spans;
}

function movedBy({ start, end }: Stretch, offset: number): Stretch {
  return { start: start + offset, end: end + offset };
}
