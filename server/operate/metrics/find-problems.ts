import { statusProblems, type SiteStatus, type StatusProblem } from '#shared/status.ts';
import { dayMs, minuteMs } from '#server/base/durations.ts';

/** Finds the problems that need an operator. The alerts in docs/operating/alerts.yaml are the same. */
export function findProblems(status: Omit<SiteStatus, 'problems'>): StatusProblem[] {
  const { database, disk, folderTrouble, work, recent, operations } = status;
  const { isThere } = database;
  const isFull = folderTrouble === 'ENOSPC' || folderTrouble === 'EDQUOT' || recent.fullDisk.count > 0;
  const backup = operations?.backup ?? null;
  const backupAgeMs = backup === null ? 0 : Date.parse(status.at) - Date.parse(backup.finishedAt);
  const isPresent: Record<StatusProblem, boolean> = {
    'database-gone': !isThere,
    'database-read-only': database.isReadOnly === true,
    'disk-full': isFull,
    'folder-not-writable': folderTrouble !== null && !isFull,
    'media-away': status.mediaStores.some(({ trouble }) => trouble !== null),
    'schema-unexpected': database.isSchemaExpected === false,
    'feed-silent': isThere && !status.isFeedHearing,
    'edge-untold': status.isEdgeTold === false,
    'database-slow': recent.slowQueries.count >= manySlow || (database.answerMs ?? 0) >= slowAnswerMs,
    'pages-slow': recent.slowPages.count >= manySlow,
    'pictures-failing': (work?.failedPictures ?? 0) > 0,
    'search-behind': (work?.unindexed ?? 0) >= manyUnindexed,
    'disk-nearly-full': !isFull && disk !== null && isNearlyFull(disk),
    'backup-old': backupAgeMs > maxBackupAgeMs,
    'backup-ahead': backupAgeMs < -maxClockDifferenceMs,
    'backup-never': operations !== null && backup === null,
    stopping: status.process.isStopping,
  };
  return statusProblems.filter((problem) => isPresent[problem]);
}

const manySlow = 5;
const slowAnswerMs = 500;
const manyUnindexed = 1_000;
const maxBackupAgeMs = 2 * dayMs;
/** Between this machine and the one that made the backup. */
const maxClockDifferenceMs = 5 * minuteMs;

/** A tenth of a small disk, ten gigabytes of a large one. */
function isNearlyFull({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean {
  return freeBytes < 10e9 && freeBytes < totalBytes / 10;
}
