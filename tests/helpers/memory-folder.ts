import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const inMemory = '/dev/shm';
/** A run has a few hundred megabytes of files at a time. A container often has 64. */
const neededBytes = 4_000_000_000;

/**
 * Where memory can be had as a folder, temporary files are there: to a disk each database would wait for each of its
 * writes. What must survive a failing machine is no test's business, and a killed process loses nothing of it.
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
