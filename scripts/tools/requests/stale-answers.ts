import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { openConnection } from './http-client.ts';

interface Course {
  db: Database;
  /** Several processes over the same database. */
  origins: readonly string[];
  reads: number;
  writes: number;
  /** How long after it was acknowledged a write must be seen. */
  graceMs: number;
  /** Whether a write counts once each process has shown it, however long that takes: nothing older may follow. */
  waitsForNews?: boolean;
  connections?: number;
}

export interface StaleAnswers {
  reads: number;
  writes: number;
  /** Descriptions of the answers that were older than allowed. */
  stale: string[];
}

/** Few, so that almost every read meets a page that has just changed, and a render that is under way. */
const hotProducts = 6;

/**
 * Writes and reads at once: each product's name counts its writes, and no answer to a request may show a number below
 * the one that was acknowledged before the request began.
 */
export async function findStaleAnswers(course: Course): Promise<StaleAnswers> {
  const { db, origins, reads, writes, waitsForNews = false, connections = 16 } = course;
  const ids = await findProductIds(db);
  const acknowledged = new Map(ids.map((id) => [id, [{ number: 0, at: performance.now() }]]));
  for (const id of ids) await writeNumber(db, id, 0);
  const stale: string[] = [];
  let readCount = 0;
  let written = 0;

  /** The number that an answer must at least have to a request that begins now. */
  function atLeast(id: string): number {
    const before = performance.now() - course.graceMs;
    return acknowledged.get(id)?.findLast(({ at }) => at <= before)?.number ?? 0;
  }

  async function read(worker: number): Promise<void> {
    const connection = openConnection();
    for (let n = 0; readCount < reads || written < writes; n += 1) {
      readCount += 1;
      const id = ids[(n + worker) % ids.length] ?? '';
      const origin = origins[n % origins.length] ?? '';
      const least = atLeast(id);
      const payload = n % 3 === 0 ? '/_payload.json' : '';
      const url = `${origin}${pathOf(id)}${payload}`;
      const { status, body } = await connection.get(url);
      const shown = numberIn(body);
      if (status !== 200 || !(shown >= least))
        stale.push(`${url} showed ${shown}, not ${least} or more (${status})`);
    }
    connection.close();
  }

  async function write(): Promise<void> {
    const connection = openConnection();
    for (let number = 1; written < writes; number += 1) {
      // Spread over all the reads.
      while (readCount < reads && readCount / reads < written / writes)
        await new Promise((resolve) => setImmediate(resolve));
      const id = ids[number % ids.length] ?? '';
      await writeNumber(db, id, number);
      if (waitsForNews)
        for (const origin of origins)
          while (!(numberIn((await connection.get(origin + pathOf(id))).body) >= number));
      acknowledged.get(id)?.push({ number, at: performance.now() });
      written += 1;
    }
    connection.close();
  }

  await Promise.all([write(), ...Array.from({ length: connections }, (_, worker) => read(worker))]);
  return { reads: readCount, writes: written, stale };
}

function pathOf(id: string): string {
  return `/product/info/${encodeURIComponent(id)}`;
}

function numberIn(body: string): number {
  return Number(/第(\d+)次/.exec(body)?.[1] ?? NaN);
}

async function findProductIds(db: Database): Promise<string[]> {
  const rows = await db.read
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'published')
    .orderBy('id')
    .limit(hotProducts)
    .execute();
  return rows.map((row) => row.id);
}

/** Gives a product a name with this number, so that it is known which write an answer has seen. */
export async function writeNumber(db: Database, id: string, number: number): Promise<void> {
  // In one, since only a transaction waits while another process writes.
  await writeTransaction(db, (trx) =>
    trx
      .updateTable('products')
      .set({ name: `第${number}次` })
      .where('id', '=', id)
      .execute(),
  );
}
