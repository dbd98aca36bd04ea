import '#server/base/source-lines.ts';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { runCardJob } from '../cards/run-card-job.ts';
import { ownFontFile } from '../title-font/own-font.ts';
import { runFontJob } from '../title-font/run-font-job.ts';
import { runMediaJobs } from './run-media-jobs.ts';
import { serverMark } from './start-media-worker.ts';
import { openMediaStore } from '../store/open-media-store.ts';

// A process of its own, so that the server needs neither the memory nor the turn of a processor that pictures and fonts
// take, and outlives a picture that breaks their library.

// Before the library is loaded: its threads inherit it. Not the lowest: beside two programs that take all they get it would
// have 1 % of a core, and pictures would never be made.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const stopping = new AbortController();
for (const reason of ['SIGTERM', 'SIGINT'] as const) process.once(reason, () => stopping.abort());
// The server that started it has gone. Nobody waits for the work under way, which takes minutes and passes to another
// when its lease has ended; a picture that is being encoded, or a database that does not answer, ends no other way.
const end = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', end);
// While this program was being loaded.
if (process.argv.includes(serverMark) && !process.connected) end();

const config = readConfig(process.env);
const log = createLog(config.logLevel);
try {
  const db = await openDatabase(config.database, log);
  try {
    const tools = { db, store: openMediaStore(config), clock: systemClock, log, signal: stopping.signal };
    const fontFile = path.join(import.meta.dirname, ownFontFile);
    await runMediaJobs({
      ...tools,
      async first() {
        await runFontJob({ ...tools, fontFile });
        await runCardJob({ ...tools, fontFile });
      },
    });
  } finally {
    await db.close();
  }
} catch (error) {
  log.error({ err: error }, 'pictures and fonts are made later: their program cannot go on');
  process.exit(1);
}
// A picture that is being encoded cannot be stopped otherwise.
process.exit(0);
