import type { Clock } from './base/clock.ts';
import type { Config } from './config/config.ts';
import type { ContentWork } from './content/thread/content-work.ts';
import { keepRendered } from './content/thread/render-stored.ts';
import type { Database } from './db/open/open-database.ts';
import { keepTrashEmpty } from './features/editing/entries/keep-trash-empty.ts';
import { keepIncomingSwept } from './features/editing/media/sweep-incoming.ts';
import { keepPlans } from './features/editing/plans/keep-plans.ts';
import { keepOffers } from './features/products/keep-offers.ts';
import { receiversOf } from './features/tell/receivers.ts';
import { startTeller } from './features/tell/teller.ts';
import type { ChangeFeed } from './freshness/changes/change-feed.ts';
import type { Log } from './base/log.ts';
import { startMediaWorker } from './media/jobs/start-media-worker.ts';
import type { MachineWork } from './operate/processes/machine-work.ts';
import { keepIndexed } from './search/index/keep-indexed.ts';

/** Work in the background of a server. */
interface Worker {
  close(): void | Promise<void>;
}

interface Tools extends Pick<MachineWork, 'isMine' | 'whenMine'> {
  db: Database;
  config: Config;
  clock: Clock;
  log: Log;
  changeFeed: ChangeFeed;
  contentWork: ContentWork;
  fetch: typeof globalThis.fetch;
  /** Path of the media program; without it its work is left to another process. */
  mediaWorker: string | undefined;
}

/** Every worker. A new one is a line here. */
const workers: readonly ((tools: Tools) => Worker | Worker[])[] = [
  ({ whenMine, ...tools }) => keepRendered(tools, whenMine()),
  ({ mediaWorker, ...tools }) => (mediaWorker === undefined ? [] : startMediaWorker(mediaWorker, tools)),
  keepIndexed,
  keepOffers,
  ({ contentWork, ...tools }) => keepPlans({ ...tools, render: (source) => contentWork.render(source) }),
  (tools) => receiversOf(tools.config).map((receiver) => startTeller(receiver, tools)),
  (tools) => ({ close: keepTrashEmpty(tools) }),
  (tools) => ({ close: keepIncomingSwept(tools) }),
];

/** Starts the workers, each of which `opened` closes before what was opened before it. */
export function startWorkers(tools: Tools, opened: AsyncDisposableStack): void {
  for (const start of workers) for (const worker of [start(tools)].flat()) opened.defer(() => worker.close());
}
