import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

// On Linux a priority is a thread's own; elsewhere it would be the whole server's. Below normal, not lowest: on a
// machine that is busy with other things people must still be able to sign in.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
