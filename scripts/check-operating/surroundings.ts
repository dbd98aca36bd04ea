import type { S3Service } from '../tools/servers/open-s3.ts';
import type { MovableClock } from './movable-clock.ts';
import type { Shell } from './open-shell.ts';
import type { Publications } from './publications.ts';
import type { Visitors } from './visitors.ts';

/** Everything that a way back is staged with. */
export interface Surroundings {
  origin: string;
  shell: Shell;
  bucket: S3Service;
  /** Null without the program that moves it. */
  clock: MovableClock | null;
  publications: Publications;
  visitors: Visitors;
}
