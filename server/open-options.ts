import type { AssetManifest } from './asset-manifest.ts';
import type { Clock } from './base/clock.ts';
import type { Step } from './db/migration.ts';
import type { Derive } from './features/accounts/passwords/password-hash.ts';
import type { Log } from './base/log.ts';
import type { MachineWork } from './operate/processes/machine-work.ts';

export interface OpenOptions {
  /** The built client: `assets/`, the files of `public/`, `manifest.json`. */
  clientDir: string;
  sampleContentDir: string;
  /** Holds `{collection}/icons.json` of each installed icon collection. */
  iconsDir: string;
  /** Program for slow work on pictures; without it that is left to another process. */
  mediaWorker?: string;
  /** Program that examines and stores uploads; without it this process does. */
  uploadProgram?: string;
  /** Module of the thread that hashes passwords; without it this process does. */
  hashThread?: string;
  /** Hash function used without that module. */
  derive?: Derive;
  /** Module of the thread that renders and compares texts; without it this process does, and blocks its requests. */
  contentThread?: string;
  /** Module of the thread that filters lists; without it this process does. */
  facetThread?: string;
  log?: Log;
  clock?: Clock;
  fetch?: typeof globalThis.fetch;
  /** Work that is done once per machine; without it this process does it. */
  machineWork?: MachineWork;
  /** Instead of the manifest in `clientDir`. */
  assets?: AssetManifest;
  /** Replaces the build's own migrations. */
  migrations?: readonly Step[];
}
