import '#server/base/source-lines.ts';
import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

// On Linux a priority is a thread's own; elsewhere it would be the whole server's. Not the lowest, with which pages would
// not wait for a tick of the scheduler (4 ms): beside two programs that take all they get a sign-in took 13 s with it.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
