import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

// On Linux a priority is a thread's own; elsewhere it would be the whole server's. The lowest: with the one below normal
// pages wait for a tick of the scheduler. On a core that answers as many pages as it can, a hash takes half a second.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
