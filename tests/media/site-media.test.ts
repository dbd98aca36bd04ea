import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig, type Config } from '#server/config/config.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import { backupCommand } from '#server/operate/backup/backup-command.ts';
import { restoreCommand } from '#server/operate/backup/restore/restore-command.ts';
import { contentCommand } from '#server/features/import-export/content-command.ts';
import { mediaCommand } from '#server/features/media-files/media-command.ts';
import { backupsIn, storedSiteAt } from '../helpers/backups.ts';
import { anAuthor, contentFolder } from '../helpers/content.ts';
import {
  engines,
  newDatabaseConfig,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
} from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { openSite } from '../helpers/site.ts';

type Env = Record<string, string>;

/** Output and code of an operator's command with these settings. */
async function run([group, ...args]: readonly string[], config: Config) {
  const said: string[] = [];
  const output = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line) };
  const commands: Record<string, () => Promise<number>> = {
    backup: () => backupCommand(args, config, silentLog, output),
    restore: () => restoreCommand(args, config, output),
    content: () => contentCommand(args, config, silentLog, output),
    media: () => mediaCommand(args, config, silentLog, output),
  };
  const code = await commands[group ?? '']?.().catch((error: unknown) => {
    said.push(describeFailure(error));
    return 1;
  });
  return { code, said: said.join('\n') };
}

const configOf = (database: DatabaseConfig, env: Env): Config => ({ ...readConfig(env), database });

/** A site that was started with these settings, and is stopped. */
async function startOnce(database: DatabaseConfig, env: Env, log = silentLog): Promise<void> {
  const { services } = await openSite({ database, env, log });
  await services.close();
}

describe.for(engines)('a command whose settings are not those of the site, on %s', (engine) => {
  test('is refused when it lacks the store, and says both places', async () => {
    const { env, endpoint } = await anS3Service();
    const database = await preparedDatabaseConfig(engine);
    const dataDir = temporaryFolder();
    await startOnce(database, { DATA_DIR: dataDir, ...env });
    const [dir, content, exported] = [
      temporaryFolder(),
      contentFolder({ 'authors/lin.md': anAuthor() }),
      path.join(temporaryFolder(), 'export'),
    ];
    const right = configOf(database, { DATA_DIR: dataDir, ...env });
    expect(await run(['backup', dir, '--keep', '1'], right)).toMatchObject({ code: 0 });
    const kept = backupsIn(dir);

    const wrong = configOf(database, { DATA_DIR: dataDir });
    const moving = configOf(database, {
      DATA_DIR: dataDir,
      ...env,
      MEDIA_STORE: 'folder',
      MEDIA_STORE_ALSO: env['MEDIA_STORE'] ?? '',
    });
    for (const [args, config] of [
      [['backup', dir, '--keep', '1'], wrong],
      [['content', 'import', content], wrong],
      [['content', 'export', exported], wrong],
      [['restore', dir, '--replace'], wrong],
      [['media', 'move', '--delete'], moving],
    ] as const) {
      const { code, said } = await run(args, config);
      expect(code, args.join(' ')).toBe(1);
      expect(said).toContain(
        `the site has its pictures in s3://pictures/ at ${endpoint}, and the settings of this command name the folder ${dataDir}`,
      );
      expect(said).toContain('Give it the settings of the site: MEDIA_STORE, MEDIA_STORE_ALSO and DATA_DIR');
    }
    expect(backupsIn(dir)).toEqual(kept);
    // Nothing of the former site is locked by the refusal.
    expect(await run(['restore', dir, '--replace'], right)).toMatchObject({ code: 0 });
  });

  test('is refused in another folder, wherever the right one is mounted', async () => {
    const database = await preparedDatabaseConfig(engine);
    const [dataDir, dir] = [temporaryFolder(), temporaryFolder()];
    await startOnce(database, { DATA_DIR: dataDir });
    const mounted = path.join(temporaryFolder(), 'mounted');
    symlinkSync(dataDir, mounted);
    expect(await run(['backup', dir], configOf(database, { DATA_DIR: mounted }))).toMatchObject({ code: 0 });
    const { code, said } = await run(['backup', dir], configOf(database, { DATA_DIR: temporaryFolder() }));
    expect(code).toBe(1);
    expect(said).toContain(`the site has its pictures in the folder ${dataDir}, and`);
  });

  test('is not refused where no site has run, also where a backup was restored to', async () => {
    const { env } = await anS3Service();
    const database = await preparedDatabaseConfig(engine);
    const [dir, dataDir] = [temporaryFolder(), temporaryFolder()];
    await startOnce(database, { DATA_DIR: dataDir, ...env });
    expect(await run(['backup', dir], configOf(database, { DATA_DIR: dataDir, ...env }))).toMatchObject({
      code: 0,
    });
    const place = storedSiteAt(await newDatabaseConfig(engine));
    expect(await place.restore(dir)).toMatchObject({ code: 0 });
    expect(await place.backup(temporaryFolder())).toMatchObject({ code: 0, err: '' });
  });
});

test.for(['x', '{}', '[]', '{"store": {"key": 5}}'])(
  'a record that an operator has broken to %s is refused by commands, and mended by the next start',
  async (detail) => {
    const database = await preparedDatabaseConfig('sqlite');
    const env = { DATA_DIR: temporaryFolder() };
    const { services } = await openSite({ database, env });
    await sql`update operations set detail = ${detail} where kind = 'media'`.execute(services.db.write);
    await services.close();
    const back = () => run(['backup', temporaryFolder()], configOf(database, env));
    const { code, said } = await back();
    expect(code).toBe(1);
    expect(said).toMatch(/^the database does not say where the site has its pictures: .*Start the site once/);
    const { log, lines } = keptLog();
    await startOnce(database, env, log);
    expect(lines.filter(({ msg }) => msg.includes('could not be told'))).toEqual([]);
    expect(await back()).toMatchObject({ code: 0 });
  },
);

test('a site that is moved on purpose says so at each start, and what is left behind is told', async () => {
  const service = await anS3Service();
  const database = await preparedDatabaseConfig('sqlite');
  const dataDir = temporaryFolder();
  const s3 = service.store();
  const at = (store: string, also = ''): Env => ({
    DATA_DIR: dataDir,
    ...service.env,
    MEDIA_STORE: store,
    MEDIA_STORE_ALSO: also,
  });
  const backupWith = async (env: Env) =>
    (await run(['backup', temporaryFolder()], configOf(database, env))).code;
  const { log, lines } = keptLog();
  const told = () => lines.filter(({ msg }) => msg.startsWith('files of pictures are no longer looked for'));

  await startOnce(database, at('folder'), log);
  // Settings can be tried before the site has them.
  expect(await run(['media', 'check'], configOf(database, at(s3, 'folder')))).toMatchObject({ code: 0 });
  expect(await run(['media', 'move'], configOf(database, at(s3, 'folder')))).toMatchObject({ code: 1 });
  await startOnce(database, at('folder', s3), log);
  expect(await backupWith(at('folder'))).toBe(1);
  expect(await backupWith(at('folder', s3))).toBe(0);
  await startOnce(database, at(s3, 'folder'), log);
  expect(await run(['media', 'move'], configOf(database, at(s3, 'folder')))).toMatchObject({ code: 0 });
  expect(told()).toEqual([]);
  await startOnce(database, at(s3), log);
  expect(told()).toMatchObject([{ level: 'warn', from: [`the folder ${dataDir}`] }]);
  expect(await backupWith(at(s3))).toBe(0);
  // To look in the former place too does no harm.
  expect(await backupWith(at(s3, 'folder'))).toBe(0);
  expect(await backupWith(at('folder'))).toBe(1);
});
