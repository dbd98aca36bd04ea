import { writeSync } from 'node:fs';
import { systemClock } from '#server/base/clock.ts';
import { createLog } from '#server/base/log.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import { keepPlans } from '#server/features/editing/plans/keep-plans.ts';

// A program that carries plans out, as a server does beside its pages, until it is killed.

const config = JSON.parse(process.argv[2] ?? '') as DatabaseConfig;
const log = createLog('silent');
const db = await openForVisitors(config, log);
keepPlans({ db, clock: systemClock, log, render: contentWorkInProcess().render });
// The timers of a worker do not keep its process.
setInterval(() => {}, 60_000);
writeSync(1, 'ready\n');
