import { cpSync } from 'node:fs';
import { inject, onTestFinished } from 'vitest';
import { temporaryFolder, type AtEnd } from './databases.ts';

/** A data folder with the sample content, as a first start leaves it; gone when the test has finished. */
export function sampleFolder(atEnd: AtEnd = onTestFinished): string {
  const dir = temporaryFolder(atEnd);
  cpSync(inject('sampleDataDir'), dir, { recursive: true });
  return dir;
}
