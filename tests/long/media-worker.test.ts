import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { listSlices } from '#server/media/title-font/font-state.ts';
import { startMediaWorker } from '#server/media/jobs/start-media-worker.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { listChildren } from '#scripts/tools/servers/other-processes.ts';
import { putOffMediaWork } from '#scripts/tools/put-off-media-work.ts';
import { contentFolder } from '../helpers/content.ts';
import {
  engines,
  newDatabaseConfig,
  openTestDatabase,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
  urlOf,
} from '../helpers/databases.ts';

// It runs at a lower priority, and needs some 4 s of the processor.
test.for(engines)('the built program makes what takes long on %s, and ends', async (engine) => {
  const config = await newDatabaseConfig(engine);
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  const dataDir = temporaryFolder();
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a7' } }).jpeg();
  await importContent(contentFolder({ 'media/a.jpg': await photo.toBuffer() }), db, folderStore(dataDir));

  const child = spawn(process.execPath, [path.join(production.outDir, 'media-worker.js')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(config),
    },
    stdio: 'inherit',
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  const row = await db.read.selectFrom('media').selectAll().executeTakeFirstOrThrow();
  expect(row.finished_of).toBe(row.served);
  expect(existsSync(path.join(dataDir, 'media', path.dirname(row.served), '400.avif'))).toBe(true);
  const [slice] = await listSlices(db.read);
  expect(existsSync(path.join(dataDir, 'media', slice?.file ?? 'none')), 'the font of titles').toBe(true);
});

test('a program that does not end is ended with the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const file = path.join(folder, 'program.mjs');
  const started = path.join(folder, 'started');
  const pid = () => (existsSync(started) ? Number(readFileSync(started, 'utf8')) : 0);
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => {});
     setInterval(() => {}, 1000);
     writeFileSync(${JSON.stringify(started)}, String(process.pid));`,
  );
  const db = await openTestDatabase('sqlite');
  const worker = startMediaWorker(file, { db, clock: systemClock, log: silentLog });
  await db.write.insertInto('media_jobs').values({ file: 'a.jpg', run_at: '' }).execute();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.poll(pid).toBeGreaterThan(0);
  const closed = worker.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await closed;
  expect(() => process.kill(pid(), 0)).toThrow('ESRCH');
});

test('the program runs for work, one at a time, and ends with the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const file = path.join(folder, 'program.mjs');
  const traces = { started: path.join(folder, 'started'), stopped: path.join(folder, 'stopped') };
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
     process.once('SIGTERM', () => { appendFileSync(${JSON.stringify(traces.stopped)}, 'x'); process.exit(0); });
     setInterval(() => {}, 1000);
     appendFileSync(${JSON.stringify(traces.started)}, 'x');`,
  );
  const config = await preparedDatabaseConfig('sqlite');
  // A new site has titles to set: there is work from the beginning.
  await putOffMediaWork(config);
  const db = await openDatabase(config, silentLog);
  onTestFinished(() => db.close());
  const before = listChildren(process.pid);
  const running = () => listChildren(process.pid).filter((pid) => !before.includes(pid));
  let looks = 0;
  const isMine = () => (looks += 1) > 0;
  const worker = startMediaWorker(file, { db, clock: systemClock, log: silentLog, isMine });

  await vi.advanceTimersByTimeAsync(60_000);
  // The second follows when the first has found nothing.
  expect(looks).toBeGreaterThan(1);
  expect(running()).toEqual([]);
  await db.write.insertInto('media_jobs').values({ file: 'a.jpg', run_at: '' }).execute();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => existsSync(traces.started)).toBe(true);
  const looksUntilStart = looks;
  const [pid] = running();
  expect(pid).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running()).toEqual([pid]);
  expect(looks).toBe(looksUntilStart);

  await worker.close();
  expect(existsSync(traces.stopped)).toBe(true);
  expect(running()).toEqual([]);
});
