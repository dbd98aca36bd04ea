import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { backupCommand } from '#server/operate/backup/backup-command.ts';
import { readManifest } from '#server/operate/backup/manifest.ts';
import { openMediaStore } from '#server/media/store/open-media-store.ts';
import type { SentObject } from '#scripts/tools/servers/open-s3.ts';
import { aPdf } from '../helpers/a-pdf.ts';
import { aStoredSite, backupsIn } from '../helpers/backups.ts';
import { aDrawing, anArticle, anAuthor, aProduct, filesIn, type Files } from '../helpers/content.ts';
import { preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';
import { anS3Service } from '../helpers/s3-service.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ cover: 'media/spring.jpg' }, '![杯](media/cup.svg)'),
  'media/spring.jpg': await picture(40, 30).jpeg().toBuffer(),
  'media/cup.svg': aDrawing,
  'products/pot.md': aProduct({ downloads: [{ label: '說明書', file: 'media/manual.pdf' }] }),
  'media/manual.pdf': aPdf(),
};

/** Other bytes, with the size and the time that it had. */
function damage(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(
    file,
    readFileSync(file).map((byte) => byte ^ 1),
  );
  utimesSync(file, atime, mtime);
}

describe('files in the folder of the site', () => {
  async function aSiteWithPictures() {
    const site = await aStoredSite('sqlite');
    await site.import(files);
    const stored = Object.keys(filesIn(site.dataDir)).filter((name) => /^(?:media|originals)\//.test(name));
    const nameOf = (pattern: RegExp) => stored.find((name) => pattern.test(name)) ?? '';
    return { ...site, nameOf, stored, dir: temporaryFolder() };
  }

  test.for([/^originals\//, /\.svg$/, /\.pdf$/])(
    '%s that is not its name is in no backup',
    async (pattern) => {
      const site = await aSiteWithPictures();
      const name = site.nameOf(pattern);
      const whole = readFileSync(path.join(site.dataDir, name));
      damage(path.join(site.dataDir, name));
      const { code, err } = await site.backup(site.dir, '--keep', '1');
      expect(code).toBe(1);
      expect(err).toBe(`1 file(s) are not what was once put there, and the backup does not have: ${name}`);
      const [backup = ''] = backupsIn(site.dir);
      expect(existsSync(path.join(backup, name))).toBe(false);
      expect(await readManifest(backup)).toMatchObject({ damaged: [name], missing: [], unreadable: [] });

      writeFileSync(path.join(site.dataDir, name), whole);
      expect(await site.backup(site.dir, '--keep', '1')).toMatchObject({ code: 0, err: '' });
    },
  );

  test('what an earlier backup has lost is not linked, and comes from the site again', async () => {
    const site = await aSiteWithPictures();
    expect((await site.backup(site.dir)).code).toBe(0);
    const [first = ''] = backupsIn(site.dir);
    for (const name of site.stored) damage(path.join(first, name));
    const { code, out } = await site.backup(site.dir);
    expect({ code, isShared: out.includes('shared') }).toEqual({ code: 0, isShared: false });
    const second = backupsIn(site.dir)[1] ?? '';
    for (const name of site.stored)
      expect(readFileSync(path.join(second, name)).equals(readFileSync(path.join(site.dataDir, name)))).toBe(
        true,
      );
  });

  test('a backup that lacks what an earlier one has removes none, for as long as that is so', async () => {
    const site = await aSiteWithPictures();
    expect((await site.backup(site.dir)).code).toBe(0);
    const name = site.nameOf(/^originals\//);
    rmSync(path.join(site.dataDir, name));
    // The one before lacks it already the second time.
    for (let made = 2; made < 4; made += 1) {
      const { code, err } = await site.backup(site.dir, '--keep', '1');
      expect(code).toBe(1);
      expect(err).toContain(`1 file(s) are in an earlier backup, and not in this one: ${name}`);
      expect(backupsIn(site.dir)).toHaveLength(made);
    }
    expect(
      await site.inDatabase((db) => db.read.selectFrom('operations').selectAll().execute()),
    ).toHaveLength(1);
    const [first = ''] = backupsIn(site.dir);
    writeFileSync(path.join(site.dataDir, name), readFileSync(path.join(first, name)));
    expect(await site.backup(site.dir, '--keep', '1')).toMatchObject({ code: 0, err: '' });
    expect(backupsIn(site.dir)).toHaveLength(1);
  });
});

test('what a store gives otherwise is in no backup, and no later one links to it', async () => {
  const service = await anS3Service();
  const database = await preparedDatabaseConfig('sqlite');
  const config = { ...readConfig({ DATA_DIR: temporaryFolder(), ...service.env }), database };
  const store = openMediaStore(config);
  const data = Buffer.from('some bytes of a picture');
  const name = 'media/a-1/640.webp';
  await store.put(name, data);
  const dir = temporaryFolder();
  const run = async (...args: string[]) => {
    const err: string[] = [];
    const code = await backupCommand([dir, ...args], config, silentLog, {
      out: () => {},
      err: (line) => void err.push(line),
    });
    return { code, err: err.join('\n') };
  };
  const saidDamaged = { code: 1, err: expect.stringContaining(`the backup does not have: ${name}`) };
  const other = (sent: SentObject) => ({ ...sent, body: Buffer.from(sent.body.map((byte) => byte ^ 1)) });
  service.lie = other;
  expect(await run('--keep', '1')).toMatchObject(saidDamaged);
  // Without a note beside it, its size in the list is known.
  service.lie = ({ status, headers }) => ({
    status,
    headers: { 'content-type': headers['content-type'], 'content-length': '4' },
    body: data.subarray(0, 4),
  });
  expect(await run('--keep', '1')).toMatchObject(saidDamaged);
  service.lie = null;
  expect(await run('--keep', '1')).toEqual({ code: 0, err: '' });
  expect(backupsIn(dir)).toHaveLength(1);

  // An earlier version has taken other bytes, and would link to them.
  const [taken = ''] = backupsIn(dir);
  const manifest = path.join(taken, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/ "sequence": \d+,\n/, ''));
  service.heard.length = 0;
  expect(await run('--keep', '1')).toEqual({ code: 0, err: '' });
  expect(service.heard.map(({ line }) => line)).toContain(`GET /pictures/${name}`);
  service.heard.length = 0;
  expect(await run('--keep', '1')).toEqual({ code: 0, err: '' });
  expect(service.heard.map(({ line }) => line)).not.toContain(`GET /pictures/${name}`);
});
