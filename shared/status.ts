/** Problems of a site, present or imminent, the gravest first; each has its words in shared/locale/editors/status-texts.ts. */
export const statusProblems = [
  'database-gone',
  'database-read-only',
  'disk-full',
  'folder-not-writable',
  'media-away',
  'schema-unexpected',
  'feed-silent',
  'edge-untold',
  'database-slow',
  'pages-slow',
  'pictures-failing',
  'search-behind',
  'disk-nearly-full',
  'backup-old',
  'backup-ahead',
  'backup-never',
  'stopping',
] as const;
export type StatusProblem = (typeof statusProblems)[number];

/** State of a site, as the answering process sees it. Null: unknown, since its source does not answer. */
export interface SiteStatus {
  /** ISO 8601 in UTC. */
  at: string;
  problems: readonly StatusProblem[];
  versions: { site: string; build: string; node: string; migration: string | null };
  process: { id: number; startedAt: string; memoryBytes: number; isStopping: boolean };
  database: DatabaseStatus;
  /** Null: pages are not kept. */
  pageStore: { entries: number; bytes: number; maxBytes: number; hitShare: number | null };
  isFeedHearing: boolean;
  /** Whether every cache in front accepts purges; null: there is none. */
  isEdgeTold: boolean | null;
  work: WorkStatus | null;
  /** Counts of the last ten minutes. */
  recent: Record<'slowQueries' | 'slowPages' | 'fullDisk', { count: number; longestMs: number }>;
  operations: Record<'backup' | 'import', { finishedAt: string; detail: string } | null> | null;
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Why nothing can be written into the folder of data; null: it can. */
  folderTrouble: string | null;
  /** Other stores of picture files, and why one is unreachable. */
  mediaStores: readonly { place: string; trouble: string | null }[];
}

export interface DatabaseStatus {
  engine: 'sqlite' | 'postgres';
  isThere: boolean;
  isReadOnly: boolean | null;
  version: string | null;
  answerMs: number | null;
  isSchemaExpected: boolean | null;
  /** Connection pool of PostgreSQL; null with SQLite. */
  pool: { size: number; open: number; idle: number; waiting: number } | null;
}

/** Counted up to 1,000 of each. */
export interface WorkStatus {
  /** Pictures whose files are still to be made. */
  waitingPictures: number;
  /** Pictures that failed, and are tried again or given up. */
  failedPictures: number;
  /** Written entries that are not in the search index yet. */
  unindexed: number;
}
