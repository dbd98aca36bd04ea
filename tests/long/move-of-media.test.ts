import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { readConfig, type Config } from '#server/config/config.ts';
import { mediaCommand } from '#server/features/media-files/media-command.ts';
import { anArticle, anAuthor, aDrawing, filesIn, type Files } from '../helpers/content.ts';
import { preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

/** Runs a command as an operator does. */
async function run(args: string[], config: Config) {
  const said: string[] = [];
  const output = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line) };
  const code = await mediaCommand(args, config, silentLog, output);
  return { code, said: said.join('\n') };
}

/** Some hundred files, with awkward names and sizes. */
function fillFolder(dataDir: string): void {
  for (const folder of ['media/more', 'originals'])
    mkdirSync(path.join(dataDir, folder), { recursive: true });
  for (let i = 0; i < 110; i += 1)
    writeFileSync(path.join(dataDir, 'media/more', `${i}.webp`), Buffer.alloc(i * 37, i));
  writeFileSync(path.join(dataDir, "originals/包種茶 春 (1)'&+.jpg"), '春');
  writeFileSync(path.join(dataDir, 'media/more/large.mp4'), Buffer.alloc(2_000_000, 'film'));
  // A file that was still being written.
  writeFileSync(path.join(dataDir, 'media/more/half.webp.1.tmp'), 'half');
}

const mediaOf = (dataDir: string) =>
  Object.fromEntries(
    Object.entries({ ...under(dataDir, 'media'), ...under(dataDir, 'originals') }).filter(
      ([name]) => !name.endsWith('.tmp'),
    ),
  );

function under(dataDir: string, folder: string): Files {
  const dir = path.join(dataDir, folder);
  if (!existsSync(dir)) return {};
  return Object.fromEntries(Object.entries(filesIn(dir)).map(([name, data]) => [`${folder}/${name}`, data]));
}

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ cover: 'media/spring.jpg' }, '![杯](media/cup.svg)'),
  'media/spring.jpg': await picture(700, 500).jpeg().toBuffer(),
  'media/cup.svg': aDrawing,
};

async function picturesOf({ app }: TestSite): Promise<string[]> {
  const { text } = await request(app).get('/articles/spring').expect(200);
  return [...new Set([...text.matchAll(/\/media\/[^\s",]+/g)].map(([address]) => address))];
}

test('files move while the site runs, and back', async () => {
  const service = await anS3Service();
  service.maxListed = 100;
  const dataDir = temporaryFolder();
  const places = { folder: 'folder', s3: service.store() };
  const first = await openSite({ files, env: { DATA_DIR: dataDir } });
  fillFolder(dataDir);
  const before = mediaOf(dataDir);
  const { database } = first.services.config;
  const openWith = (env: Record<string, string>) =>
    openSite({ database, env: { DATA_DIR: dataDir, ...service.env, ...env } });

  /** Requests all pictures again and again until the work is done. */
  const whileAsked = async <T>(site: TestSite, work: Promise<T>): Promise<T> => {
    const addresses = [...(await picturesOf(site)), '/media/more/100.webp', '/media/more/109.webp'];
    const wrong: string[] = [];
    let isDone = false;
    const asking = (async () => {
      while (!isDone)
        for (const address of addresses) {
          const { status } = await request(site.app).get(address);
          if (status !== 200) wrong.push(`${status} ${address}`);
          await nextTurn();
        }
    })();
    const result = await work.finally(() => (isDone = true));
    await asking;
    expect(wrong).toEqual([]);
    return result;
  };

  const moving = await openWith({ MEDIA_STORE: places.s3, MEDIA_STORE_ALSO: places.folder });
  const there = await whileAsked(moving, run(['move', '--delete'], moving.services.config));
  const count = Object.keys(before).length;
  expect(there.said).toContain(`${count} files in`);
  expect(there.said).toMatch(
    new RegExp(`^${count} files .* are the same in both places; ${count} of them`, 'm'),
  );
  expect(there.code).toBe(0);
  expect(mediaOf(dataDir)).toEqual({});

  const alone = await openWith({ MEDIA_STORE: places.s3 });
  for (const address of await picturesOf(alone)) await request(alone.app).get(address).expect(200);

  const back = await openWith({ MEDIA_STORE: places.folder, MEDIA_STORE_ALSO: places.s3 });
  expect((await whileAsked(back, run(['move', '--delete'], back.services.config))).code).toBe(0);
  expect(mediaOf(dataDir)).toEqual(before);
  expect((await run(['move'], back.services.config)).said).toContain('0 files in');
});

describe('a move', () => {
  async function aFolderToMove() {
    const service = await anS3Service();
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const database = await preparedDatabaseConfig('sqlite');
    const config = {
      ...readConfig({ DATA_DIR: dataDir, ...service.env, MEDIA_STORE_ALSO: 'folder' }),
      database,
    };
    return { service, dataDir, config };
  }

  test('that was cut off goes on where it was, and what differs is copied again', async () => {
    const { service, dataDir, config } = await aFolderToMove();
    const before = mediaOf(dataDir);
    service.mishap = 'slow-down';
    service.mishaps = 0;
    const cutting = expect
      .poll(() => service.heard.length)
      .toBeGreaterThan(80)
      .then(() => service.leave());
    await expect(run(['move', '--delete'], config)).rejects.toThrow(/cannot be reached/);
    await cutting;
    expect(mediaOf(dataDir)).toEqual(before);

    await service.listen();
    writeFileSync(path.join(dataDir, 'media/more/0.webp'), 'other');
    const again = await run(['move'], config);
    expect(again.code).toBe(0);
    const copied = Number(/(\d+) of them were copied/.exec(again.said)?.[1]);
    expect(copied).toBeLessThan(Object.keys(before).length);
    expect((await run(['move'], config)).said).toContain('; 0 of them were copied');
    // Without --delete it is still there.
    expect(Object.keys(mediaOf(dataDir))).toEqual(Object.keys(before));
  });

  test('leaves an original alone whose content is not that of its name, and says so', async () => {
    const { dataDir, config } = await aFolderToMove();
    const name = `originals/${'0'.repeat(24)}.jpg`;
    writeFileSync(path.join(dataDir, name), 'damaged');
    const { code, said } = await run(['move', '--delete'], config);
    expect(code).toBe(1);
    expect(said).toContain(`${name} is damaged`);
    expect(Object.keys(mediaOf(dataDir))).toEqual([name]);
  });

  test('leaves what a store gives otherwise than it was put', async () => {
    const { service, dataDir, config } = await aFolderToMove();
    expect((await run(['move'], config)).code).toBe(0);
    const { store, also } = config.media;
    const back = {
      ...config,
      dataDir: temporaryFolder(),
      media: { ...config.media, store: also ?? store, also: store },
    };
    service.lie = (sent, url) =>
      url.endsWith('/7.webp') ? { ...sent, body: Buffer.from(sent.body.map((byte) => byte ^ 1)) } : sent;
    const { code, said } = await run(['move', '--delete'], back);
    expect(code).toBe(1);
    expect(said).toContain('media/more/7.webp is damaged: its content is not what was put there');
    const { 'media/more/7.webp': _damaged, ...others } = mediaOf(dataDir);
    expect(mediaOf(back.dataDir)).toEqual(others);
  });

  test('needs to be told from where', async () => {
    const { config } = await aFolderToMove();
    const alone = { ...config, media: { ...config.media, also: null } };
    await expect(run(['move'], alone)).rejects.toThrow(/MEDIA_STORE_ALSO is not set/);
  });
});

test('a store is checked by a file of its own, which is gone then', async () => {
  const service = await anS3Service();
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...service.env });
  expect(await run(['check'], config)).toMatchObject({
    code: 0,
    said: expect.stringContaining('can be written, read'),
  });
  const lines = service.heard.map(({ line }) => line.split(' ')[0]);
  expect(lines).toEqual(['PUT', 'GET', 'GET', 'GET', 'DELETE', 'HEAD']);
  const wrong = readConfig({ DATA_DIR: temporaryFolder(), ...service.env, AWS_SECRET_ACCESS_KEY: 'other' });
  await expect(run(['check'], wrong)).rejects.toThrow(/correct AWS_SECRET_ACCESS_KEY/);
  expect(await run(['else'], config)).toMatchObject({ code: 2 });
});
