import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { OperatorError } from '#server/base/errors.ts';

/** Contents of a backup, written last into its folder. */
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = 'manifest.json';

/** The file of the database in a backup. */
export const databaseNames = { sqlite: 'site.db', postgres: 'database.dump' } as const;

/** A folder, as backups of PostgreSQL by some earlier versions had it. */
const formerDump = 'database';

/** Returns the file of the database, or the folder that an earlier version made. */
export function databaseNameIn({ engine, files }: Pick<Manifest, 'engine' | 'files'>): string {
  const name = databaseNames[engine];
  return name in files ? name : formerDump;
}

/** Tells whether a file in a backup is the database, or a part of it. */
export function isOfDatabase(name: string): boolean {
  return Object.values<string>(databaseNames).includes(name) || name.startsWith(`${formerDump}/`);
}

const format = 1;

/** A backup comes from elsewhere: none of its names may lead out of the folder that it is put into. */
const fileName =
  /^(?:site\.db|database\.dump|database\/\w+\.(?:dat|toc)|(?:media|originals)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)+)$/;

const manifestSchema = z.object({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** Greater than that of each backup before in the folder, whatever the clocks said. Earlier versions wrote none. */
  sequence: z.int().optional(),
  engine: z.enum(['sqlite', 'postgres']),
  engineVersion: z.string(),
  /** The build that ran on the database last; null: none has. */
  build: z.string().nullable(),
  /** The migrations that the database has, in their order. */
  migrations: z.array(z.string()),
  /** Migrations among them that earlier builds work with, too. Backups of builds before phases have none. */
  expand: z.array(z.string()).optional(),
  /** PostgreSQL: schema of the tables. Backups of earlier versions have none. */
  schema: z.string().optional(),
  /** Number of rows of each table. */
  tables: z.record(z.string(), z.int()),
  files: z.record(z.string().regex(fileName), z.object({ bytes: z.int(), sha256: z.string() })),
  /** Files that the database names and the site lacked. */
  missing: z.array(z.string()),
  /** Files of the site that could not be read. */
  unreadable: z.array(z.string()),
  /** Damaged files of the site, which the backup leaves out. */
  damaged: z.array(z.string()).default([]),
});

/** Spells a manifest as its file. */
export function toManifest(facts: Omit<Manifest, 'format'>): string {
  const manifest: Manifest = { format, ...facts };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** @throws OperatorError when the folder has none that can be used. */
export async function readManifest(dir: string): Promise<Manifest> {
  const file = path.join(dir, manifestName);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`cannot read ${file}; name the folder of a backup that was finished`, { cause });
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const { path: place, message } = parsed.error.issues[0] ?? { path: [], message: '' };
  throw new OperatorError(
    `${file} is not what this version writes (${place.join('.')}: ${message}): it is damaged, or was made by a newer version`,
  );
}

/** Place of a backup among others, by its manifest. */
export function readSequence(text: string): { sequence: number | null; isReadable: boolean } {
  const parsed = sequenceSchema.safeParse(parseJson(text));
  return { sequence: parsed.data?.sequence ?? null, isReadable: parsed.success };
}

const sequenceSchema = z.object({ sequence: z.int().optional() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
