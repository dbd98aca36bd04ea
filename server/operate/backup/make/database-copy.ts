import { originalName } from '#server/media/store/media-store.ts';
/** Facts about the database in a backup, at the moment of the copy. */
export interface DatabaseCopy {
  engineVersion: string;
  /** PostgreSQL: schema of the tables. */
  schema?: string;
  build: string | null;
  migrations: string[];
  /** Migrations among them that earlier builds work with, too. */
  expand: string[];
  tables: Record<string, number>;
  /** Files of pictures and fonts that its rows name, relative to the folder of data. */
  namedFiles: string[];
}

/** The queries that both engines answer, some about tables that an old schema does not have. */
export const factQueries = {
  migrations: {
    table: 'schema_migrations',
    sql: 'select name as value from schema_migrations order by name',
  },
  expand: {
    table: 'schema_phases',
    sql: "select name as value from schema_phases where phase = 'expand' order by name",
  },
  build: { table: 'builds', sql: 'select id as value from builds order by seen_at desc limit 1' },
  originals: { table: 'media', sql: 'select file as value from media' },
  served: { table: 'media', sql: 'select served as value from media' },
  fonts: { table: 'font_slices', sql: 'select file as value from font_slices' },
} as const;

/** Reads the facts that the tables of a database hold. `select` resolves to the column `value`. */
export async function readFacts(
  tables: Record<string, number>,
  select: (sql: string) => Promise<string[]> | string[],
): Promise<Omit<DatabaseCopy, 'engineVersion' | 'schema'>> {
  const ask = async (name: keyof typeof factQueries) => {
    const { table, sql } = factQueries[name];
    return table in tables ? select(sql) : [];
  };
  const originals = (await ask('originals')).map(originalName);
  const served = [...(await ask('served')), ...(await ask('fonts'))].map((file) => `media/${file}`);
  const [build = null] = await ask('build');
  return {
    build,
    migrations: await ask('migrations'),
    expand: await ask('expand'),
    tables,
    namedFiles: [...new Set([...originals, ...served])],
  };
}
