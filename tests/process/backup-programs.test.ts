import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { holdLock } from '#server/operate/backup/hold-lock.ts';
import { production } from '#scripts/build/folders.ts';
import { anEmptyPlace, backupsIn, storedSiteAt } from '../helpers/backups.ts';
import { startSite } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { engines, preparedDatabaseConfig, temporaryFolder, urlOf } from '../helpers/databases.ts';
import { outcomeOf } from '../helpers/run-command.ts';

const cli = path.join(production.outDir, 'cli.js');

/** Runs the built command, with what a shell says before it. */
function runBuilt(env: Record<string, string>, args: readonly string[], before = 'true') {
  const child = spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', process.execPath, cli, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return outcomeOf(child);
}

test('a site that runs and was killed is backed up, with what its log has', async () => {
  const dataDir = sampleFolder();
  const site = await startSite(production, { DATA_DIR: dataDir });
  const dir = temporaryFolder();
  const running = await runBuilt({ DATA_DIR: dataDir }, ['backup', dir, '--verify']);
  expect(running).toMatchObject({ code: 0, err: '' });
  expect((await fetch(`${site.origin}/product`)).status).toBe(200);
  const refused = await runBuilt({ DATA_DIR: dataDir }, ['restore', dir, '--replace']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/; stop it, and restore then\n$/) });
  await site.stop('SIGKILL');
  expect(readdirSync(dataDir)).toContain('site.db-wal');
  expect(await runBuilt({ DATA_DIR: dataDir }, ['backup', dir])).toMatchObject({ code: 0, err: '' });

  const place = await anEmptyPlace('sqlite');
  expect(await place.restore(dir)).toMatchObject({ code: 0 });
  const { database } = place.config;
  const again = await startSite(production, { DATA_DIR: place.dataDir, DATABASE_URL: urlOf(database) });
  expect((await fetch(`${again.origin}/product`)).status).toBe(200);
});

test('a disk without room is one line, and nothing of a backup is left', async () => {
  const dataDir = sampleFolder();
  const dir = temporaryFolder();
  // No file may become larger than 200 kB: the system refuses to write on, as where there is no room.
  const { code, out, err } = await runBuilt({ DATA_DIR: dataDir }, ['backup', dir], 'ulimit -f 400');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^[^\n]+No backup was made, and nothing of it is left in [^\n]+\.\n$/);
  expect(backupsIn(dir)).toEqual([]);

  expect(await runBuilt({ DATA_DIR: dataDir }, ['backup', dir])).toMatchObject({ code: 0 });
  const place = temporaryFolder();
  const restored = await runBuilt({ DATA_DIR: place }, ['restore', dir], 'ulimit -f 400');
  expect(restored).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]+ Restore again\.\n$/) });
  expect(readdirSync(place).filter((name) => name.startsWith('site.db'))).toEqual([]);
});

test('a second backup into the same folder is refused', async () => {
  const dir = temporaryFolder();
  const release = holdLock(path.join(dir, '.lock'), 'a test');
  const { code, err } = await runBuilt({ DATA_DIR: sampleFolder() }, ['backup', dir]);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^another backup into this folder is under way/),
  });
  release();
});

test.runIf(engines.includes('postgres'))(
  'programs of PostgreSQL that lack or are old are named',
  async () => {
    const database = await preparedDatabaseConfig('postgres');
    const env = { DATABASE_URL: urlOf(database), DATA_DIR: temporaryFolder() };
    const [programs, dir] = [temporaryFolder(), temporaryFolder()];
    const missing = await runBuilt({ ...env, PATH: programs }, ['backup', dir]);
    expect(missing.code).toBe(1);
    expect(missing.err).toMatch(
      /^pg_dump is not there, which this needs; install the client of PostgreSQL (\d+) .+postgresql-client-\1\)\. No backup/,
    );
    const old = path.join(programs, 'pg_dump');
    writeFileSync(old, '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n');
    chmodSync(old, 0o755);
    const outdated = await runBuilt({ ...env, PATH: programs }, ['backup', dir]);
    expect(outdated.err).toMatch(/^pg_dump is of version 9, older than the server's \d+; install/);
    const restored = await storedSiteAt(database).restore(dir);
    expect(restored.err).toContain('is no backup and holds none');
  },
);

test.runIf(engines.includes('postgres'))(
  'a dump of PostgreSQL that cannot be read is no backup',
  async () => {
    const database = await preparedDatabaseConfig('postgres');
    const [programs, dir] = [temporaryFolder(), temporaryFolder()];
    const breaking = `#!/bin/sh
PATH="$REST" pg_dump "$@" || exit
while [ $# -gt 0 ]; do [ "$1" = --file ] && truncate -s -100 "$2"; shift; done
`;
    writeFileSync(path.join(programs, 'pg_dump'), breaking, { mode: 0o755 });
    const { PATH: rest = '' } = process.env;
    const env = { DATABASE_URL: urlOf(database), DATA_DIR: temporaryFolder(), REST: rest };
    const broken = await runBuilt({ ...env, PATH: `${programs}:${rest}` }, ['backup', dir]);
    expect(broken).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^pg_restore failed: .+No backup was made/),
    });
    expect(backupsIn(dir)).toEqual([]);
  },
);
