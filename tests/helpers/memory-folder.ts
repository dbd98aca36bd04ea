import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** A run has a few hundred megabytes of files at a time. A container often has 64. */
const neededBytes = 4_000_000_000;

/**
 * Puts temporary files into memory if there is a folder for that: on a disk each database would wait for each of its
 * writes. No test checks survival of a machine failure, and a killed process loses none of it.
 */
export default function setup(): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return () => {};
  const dir = mkdtempSync(`${inMemory}/qingye-tests-`);
  // PostgreSQL may run as nobody.
  chmodSync(dir, 0o711);
  process.env['TMPDIR'] = dir;
  const remove = () => rmSync(dir, { recursive: true, force: true });
  // When this process ends before it has come to that: memory is not given back by itself.
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    delete process.env['TMPDIR'];
    remove();
  };
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= neededBytes;
}
