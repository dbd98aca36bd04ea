import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { listMedia } from '#server/features/editing/media/list-media.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import type { Figure } from './figures.ts';
import { askHeldMs, loopProbe } from './site/ask-held.ts';
import { onEachDatabase, type EngineSetting } from './site/each-engine.ts';
import { startSite } from './site/site.ts';
import { quantile } from './statistics.ts';
import { makeEditors, signInAs } from './visitors/editors.ts';

const atOnce = 4;
const listed = 100_000;

/** Uploads of the largest pictures at once, and the library with very many files. */
export function measureUploads(): Promise<Figure[]> {
  return onEachDatabase(async (setting) => [
    ...(await measureLargest(setting)),
    ...(await measureLibrary(setting)),
  ]);
}

async function measureLargest({ config, databaseUrl, dataDir }: EngineSetting): Promise<Figure[]> {
  const site = await startSite({ dataDir, databaseUrl, probe: loopProbe, isWithoutPictures: true });
  const db = await openDatabase(config, createLog('silent'));
  try {
    await makeEditors(db, 1);
    const cookie = await signInAs(site.origin, 0);
    const upload = (name: string, body: Uint8Array) => measureUpload({ ...site, cookie }, name, body);
    // The first one starts the program.
    await upload('small.png', await aPng(200, 0));
    const pictures = await Promise.all(Array.from({ length: atOnce }, (_, n) => aPng(side, n + 1)));
    const { pid } = site.process;
    // Writing 5 forgets the peak of the memory (proc(5)).
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const restMb = memoryOf(pid, 'VmRSS');
    await askHeldMs(site);
    const seenMs = await Promise.all(pictures.map((picture, n) => upload(`large${n}.png`, picture)));
    const heldMs = await askHeldMs(site);
    const name = `${config.engine}: ${atOnce} uploads of ${Math.round((pictures[0]?.length ?? 0) / 1e6)} MB at once`;
    return [
      {
        name: `${name}, more memory`,
        value: memoryOf(pid, 'VmHWM') - restMb,
        unit: 'MB',
        target: { below: 64 },
      },
      {
        name: `${name}, from the last byte to seen, the slowest`,
        value: Math.max(...seenMs),
        unit: 'ms',
        target: { below: 2_000 },
        note: 'in the library, with a picture that is there; its other copies come later',
      },
      { name: `${name}, event loop held`, value: heldMs, unit: 'ms', target: { below: 50 } },
    ];
  } finally {
    await site.stop();
    await db.close();
  }
}

/** Sends a picture. Resolves to the time from its last byte until an editor can see it in the library, in ms. */
async function measureUpload(
  { origin, cookie }: { origin: string; cookie: string },
  name: string,
  body: Uint8Array,
): Promise<number> {
  const headers = { cookie, 'content-length': body.length };
  const sending = request(`${origin}/edit/media/_upload?name=${name}`, { method: 'PUT', headers });
  let sentAt = Number.NaN;
  sending.once('finish', () => (sentAt = performance.now()));
  sending.end(body);
  const [answer] = await once(sending, 'response');
  const text = await textOf(answer);
  if (answer.statusCode !== 201) throw new Error(`an upload answered ${answer.statusCode}: ${text}`);
  const { thumbnail } = JSON.parse(text).media;
  const library = await fetch(`${origin}/edit/media`, { headers: { cookie } });
  const file = await fetch(origin + thumbnail);
  if (!(await library.text()).includes(thumbnail) || file.status !== 200)
    throw new Error('an upload was answered and is not seen');
  return performance.now() - sentAt;
}

/** Almost 30 MB without compression. */
const side = 3150;

/** A picture of noise; another one for another number. */
async function aPng(pixels: number, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const data = Buffer.alloc(pixels * pixels * 3);
  let state = number + 1;
  for (let i = 0; i < data.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = state >>> 24;
  }
  const raw = { width: pixels, height: pixels, channels: 3 as const };
  return new Uint8Array(await sharp(data, { raw }).png({ compressionLevel: 0 }).toBuffer());
}

function memoryOf(pid: number | undefined, line: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function measureLibrary({ config }: EngineSetting): Promise<Figure[]> {
  const db = await openDatabase(config, createLog('silent'));
  try {
    for (let from = 0; from < listed; from += 1000)
      await db.write
        .insertInto('media')
        .values(Array.from({ length: 1000 }, (_, n) => aRow(from + n)))
        .execute();
    // The database does so by itself in a while.
    await sql.raw(db.engine === 'postgres' ? 'vacuum analyze media' : 'analyze').execute(db.write);
    const times: number[] = [];
    const filters = ['', 'picture-77', '春茶 99', 'nothing-has-this'];
    const middle = `${aRow(listed / 2).added_at} ${aRow(listed / 2).path}`;
    for (let round = 0; round < 25; round += 1)
      for (const search of filters)
        for (const after of [null, middle]) {
          const before = process.cpuUsage();
          const startedAt = performance.now();
          await listMedia(db.read, { search, type: round % 2 === 0 ? '' : 'image/', after });
          const { user, system } = process.cpuUsage(before);
          // SQLite works in this process, whatever else the machine does.
          times.push(db.engine === 'sqlite' ? (user + system) / 1000 : performance.now() - startedAt);
        }
    return [
      {
        name: `${config.engine}: page of a library of ${listed} files, p95`,
        value: quantile(times, 0.95),
        unit: 'ms',
        target: { below: 50 },
        note: `searches too, one for a word that is nowhere; half within ${quantile(times, 0.5).toFixed(1)} ms`,
      },
    ];
  } finally {
    await db.close();
  }
}

function aRow(n: number) {
  const hash = n.toString(16).padStart(24, '0');
  return {
    path: `media/uploads/2026/${String(1 + (n % 12)).padStart(2, '0')}/picture-${n}-${hash.slice(-8)}.jpg`,
    file: `${hash}.jpg`,
    content_type: 'image/jpeg',
    ...{ bytes: 2_000_000, width: 4000, height: 3000, served: `${hash}-1/640.jpg` },
    blur: `data:image/webp;base64,${'A'.repeat(180)}`,
    label: `春茶上市的照片 ${n}`,
    added_at: new Date(1_700_000_000_000 + Math.floor(n / 7) * 60_000).toISOString(),
  };
}
