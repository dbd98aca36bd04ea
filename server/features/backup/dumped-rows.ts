import { startTool, toolError, untilEnded } from './postgres-tools.ts';

/** Reads a whole dump, and resolves to how many rows each table has in it. */
export async function countDumpedRows(file: string): Promise<Record<string, number>> {
  const program = startTool('pg_restore', ['--data-only', '--file', '-', file]);
  const [counts, ended] = await Promise.all([countRows(program.stdout ?? []), untilEnded(program)]);
  if (ended.code !== 0) throw toolError('pg_restore', ended);
  return counts;
}

/** `COPY public.articles (id, title) FROM stdin;`, then a line for each row, then `\.` */
const beginning = /^COPY (?:"?[^".]+"?\.)?"?([^" ]+)"? .*FROM stdin;$/;
const end = Buffer.from('\\.');
const lineFeed = 10;

/** Rows are counted as bytes, which takes a tenth of the time of making text of them. */
export async function countRows(
  script: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let table: string | null = null;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of script) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
      if (table === null) {
        table = beginning.exec(bytes.toString('utf8', from, to))?.[1] ?? null;
        if (table !== null) counts[table] = 0;
      } else if (to - from === end.length && bytes.compare(end, 0, end.length, from, to) === 0) {
        table = null;
      } else {
        counts[table] = (counts[table] ?? 0) + 1;
      }
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
  return counts;
}
