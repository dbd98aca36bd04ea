import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteId } from '#shared/address/routes.ts';
import { OperatorError } from './base/errors.ts';

/** Output of the client build. Addresses are relative to the base path, without a leading slash. */
export interface AssetManifest {
  buildId: string;
  /** When it was built, in milliseconds since 1970. */
  builtAt: number;
  entry: string;
  styles: string[];
  /** Styles of pages in the edit area. */
  editStyles: string[];
  editScript: string;
  /** Route id → every module script that its page needs beside the entry. */
  pages: Record<RouteId, string[]>;
  favicon: string;
  /** Development only. */
  liveReload: string | null;
}

/** The folder and its manifest as `npm run build` wrote them. */
export function readAssetManifest(clientDir: string): AssetManifest {
  const file = path.join(clientDir, 'manifest.json');
  try {
    // Written by our own build, beside this program.
    return JSON.parse(readFileSync(file, 'utf8')) as AssetManifest;
  } catch (cause) {
    throw new OperatorError(`cannot read ${file}; run "npm run build" first`, { cause });
  }
}
