import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from './answer-parent.ts';
import type { MachineWork } from './machine-work.ts';
import { beats } from './missed-beats.ts';
import { askOwnServer } from './own-readiness.ts';
import { socketFd } from './start-child.ts';

export interface ChildTools {
  server: Server;
  basePath: string;
  buildId: string;
  machineWork: MachineWork;
  /** Another process takes this one's place. */
  leave(): void;
}

const lookAgainMs = 200;

/** Answers the questions of the parent: `keepChildren` asks them. */
export function serveAsChild({ server, basePath, buildId, machineWork, leave }: ChildTools): void {
  answerParent('are you ready', async () => {
    while ((await askOwnServer(server, `${basePath}readyz`)) !== 200) await delay(lookAgainMs);
    return buildId;
  });
  answerParent('listen', () => {
    const listening = Promise.withResolvers<string>();
    server.once('error', listening.reject);
    server.listen({ fd: socketFd }, () => listening.resolve(beats));
    return listening.promise;
  });
  answerParent('beat', () => true);
  answerParent('leave', () => {
    machineWork.give();
    leave();
  });
}
