import type { AssetManifest } from './asset-manifest.ts';
import type { Clock } from './clock.ts';
import type { Step } from './db/migration.ts';
import type { Derive } from './features/accounts/passwords/password-hash.ts';
import type { Log } from './log.ts';
import type { MachineWork } from './processes/machine-work.ts';

export interface OpenOptions {
  /** The built client: `assets/`, the files of `public/`, `manifest.json`. */
  clientDir: string;
  sampleContentDir: string;
  /** Holds `{collection}/icons.json` of each installed icon collection. */
  iconsDir: string;
  /** The program that makes what takes long of pictures; without it that is left to another process. */
  mediaWorker?: string;
  /** The module of the thread that hashes passwords; without it this process does. */
  hashThread?: string;
  /** How passwords are hashed without that module. */
  derive?: Derive;
  /** The module of the thread that renders and compares texts; without it this process does, and holds its requests. */
  contentThread?: string;
  log?: Log;
  clock?: Clock;
  fetch?: typeof globalThis.fetch;
  /** What is done once on a machine; without it this process does it. */
  machineWork?: MachineWork;
  /** Instead of the manifest in `clientDir`. */
  assets?: AssetManifest;
  /** The migrations that this build knows, instead of those that it does. */
  migrations?: readonly Step[];
}
