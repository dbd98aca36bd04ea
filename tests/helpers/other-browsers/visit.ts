import type { RecordingProxy, Release } from './recording-proxy.ts';
import type { SmokePage } from './smoke-browser.ts';

/** Opens an address of the site in a browser that has never been there. */
export type Visit = (address: string, options?: VisitOptions) => Promise<Visited>;

export interface VisitOptions {
  /** Runs in each page when its document has been read. */
  beforeScripts?: () => void;
  /** Whether the page is to be without its scripts until they are let through. */
  holdScripts?: boolean;
  /** Stands in the place of a script that each page needs; null where that is not there. */
  brokenScript?: string | null;
}

export interface Visited {
  page: SmokePage;
  proxy: RecordingProxy;
  letScriptsThrough: Release;
}
