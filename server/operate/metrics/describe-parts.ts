import type { SiteStatus, StatusProblem } from '#shared/status.ts';

/** Returns the details of `/readyz?verbose` for each part: true when it is well, null when unknown. */
export function describeParts(status: SiteStatus) {
  const { database, isFeedHearing, isEdgeTold, folderTrouble, mediaStores, problems } = status;
  return {
    checks: {
      databaseWritable: database.isReadOnly === null ? null : !database.isReadOnly,
      schema: database.isSchemaExpected,
      changeFeed: isFeedHearing,
      ...(isEdgeTold !== null && { edge: isEdgeTold }),
      mediaFolder: folderTrouble === null,
      ...(mediaStores.length > 0 && { mediaStore: mediaStores.every(({ trouble }) => trouble === null) }),
      disk: !problems.includes('disk-full'),
    },
    problems: [
      ...problems.map((problem) => sentences[problem]),
      ...mediaStores.flatMap(({ trouble }) => trouble ?? []),
    ],
  };
}

/** Sentences for an operator on a terminal; docs/operating/incidents.md has the details. */
const sentences: Record<StatusProblem, string> = {
  'database-gone': 'The database does not answer: look at its server or at the files in DATA_DIR.',
  'database-read-only':
    'The database can only be read: nothing can be saved. Let DATABASE_URL lead to a server that may be written to.',
  'disk-full': 'There is no room on the disk: make some; the site goes on by itself.',
  'folder-not-writable': 'Nothing can be written into DATA_DIR: look at its owner and at how it is mounted.',
  'media-away':
    'The media store cannot be asked: pages stay, pictures are 502, and imports with pictures are refused.',
  'schema-unexpected':
    'The database has other migrations than this program can work with: another version has changed it.',
  'feed-silent':
    'This process does not know what others write, and makes each page anew: look at its connection to PostgreSQL.',
  'edge-untold':
    'A cache in front cannot be told what has changed, and may show old pages: look at PURGE_URL and the log.',
  'database-slow': 'The database takes long: the log names the queries.',
  'pages-slow': 'Pages take long: the log names them, with the reason.',
  'pictures-failing': 'The files of some pictures could not be made: the log names them.',
  'search-behind': 'Search does not know the newest content: look for errors of the index in the log.',
  'disk-nearly-full': 'The disk is nearly full.',
  'backup-old': 'The last backup is older than two days.',
  'backup-ahead': 'The last backup is dated ahead of this clock: a clock was or is wrong.',
  'backup-never': 'No backup was ever noted.',
  stopping: 'This process is about to end.',
};
