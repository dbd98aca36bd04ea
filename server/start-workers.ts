import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { ContentWork } from './content/content-work.ts';
import { keepRendered } from './content/render-stored.ts';
import type { Database } from './db/open-database.ts';
import { keepTrashEmpty } from './features/editing/keep-trash-empty.ts';
import { receiversOf } from './features/tell/receivers.ts';
import { startTeller } from './features/tell/teller.ts';
import type { ChangeFeed } from './freshness/change-feed.ts';
import type { Log } from './log.ts';
import { startMediaWorker } from './media/start-media-worker.ts';
import type { MachineWork } from './processes/machine-work.ts';
import { keepIndexed } from './search/keep-indexed.ts';

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
  (tools) => receiversOf(tools.config).map((receiver) => startTeller(receiver, tools)),
  (tools) => ({ close: keepTrashEmpty(tools) }),
];

/** Starts the workers, each of which `opened` closes before what was opened before it. */
export function startWorkers(tools: Tools, opened: AsyncDisposableStack): void {
  for (const start of workers) for (const worker of [start(tools)].flat()) opened.defer(() => worker.close());
}
