import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { databaseCommand } from '#server/operate/move/database-command.ts';
import { aStoredSite } from '../helpers/backups.ts';
import { engines, silentLog, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { emptyDatabaseConfig } from '../helpers/moves.ts';

test.for(engines)(
  'a move from %s takes the address from a file, and tells what else names the former database',
  async (engine) => {
    const site = await aStoredSite(engine);
    const target = await emptyDatabaseConfig('sqlite');
    const file = path.join(temporaryFolder(), 'new-database-url');
    writeFileSync(file, `${urlOf(target)}\n`);
    const { database } = site.config;
    const config = {
      ...site.config,
      database: { ...database, ...(database.engine === 'postgres' && { replicaUrl: database.url }) },
    };
    const lines: string[] = [];
    const output = { out: (line: string) => lines.push(line), err() {} };
    const args = ['move', '--to-file', file, '--pages', '0'];
    expect(await databaseCommand(args, config, silentLog, output)).toBe(0);
    const isTold = lines.some((line) =>
      line.startsWith('DATABASE_REPLICA_URL leads to the former database too'),
    );
    expect(isTold).toBe(database.engine === 'postgres');
    await (await openDatabase(target, silentLog)).close();
  },
);

test('an address that cannot be used is told without what it holds', async () => {
  const { config } = await aStoredSite('sqlite');
  const file = path.join(temporaryFolder(), 'new-database-url');
  writeFileSync(file, 'mysql://user:secret@host/name');
  const run = (...args: string[]) => databaseCommand(args, config, silentLog, { out() {}, err() {} });
  await expect(run('move', '--to-file', `${file}.none`)).rejects.toThrow(
    /^--to-file: cannot read .*none; it holds/,
  );
  await expect(run('move', '--to-file', file)).rejects.toThrow(
    /^--to-file: not the address of a database; (?!.*secret)/,
  );
  for (const args of [
    ['move'],
    ['move', '--to-file', file, '--to', 'sqlite:x'],
    ['migrate', '--to-file', file],
  ])
    expect(await run(...args)).toBe(2);
});
