import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupCommand } from '#server/operate/backup/backup-command.ts';
import { restoreCommand } from '#server/operate/backup/restore/restore-command.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { anArticle, anAuthor, aDrawing, type Files } from '../helpers/content.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { picture } from '../helpers/picture-store.ts';
import { anS3Service } from '../helpers/s3-service.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ cover: 'media/spring.jpg' }, '![杯](media/cup.svg)'),
  'media/spring.jpg': await picture(400, 300).jpeg().toBuffer(),
  'media/cup.svg': aDrawing,
};

async function sumsIn(store: MediaStore): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for await (const { name } of store.list()) sums[name] = (await store.sum(name))?.sha256 ?? '';
  return sums;
}

test.for(engines)(
  'a backup has the pictures of the store, and is restored into a store, on %s',
  async (engine) => {
    const service = await anS3Service();
    const { services } = await openSite({ engine, files, env: service.env });
    const { config, media } = services;
    const dir = temporaryFolder();
    const said: string[] = [];
    const output = {
      out: (line: string) => void said.push(line),
      err: (line: string) => void said.push(line),
    };
    expect(await backupCommand([dir], config, silentLog, output), said.join()).toBe(0);
    const before = await sumsIn(media.store);
    expect(Object.keys(before).length).toBeGreaterThan(3);
    const asked = service.heard.length;
    expect(await backupCommand([dir, '--verify'], config, silentLog, output), said.join()).toBe(0);
    // The second shares all of them with the first, and has fetched none.
    const fetched = service.heard
      .slice(asked)
      .filter(({ line }) => /^GET .*\/(?:media|originals)\/\w/.test(line));
    expect(fetched).toEqual([]);
    expect(said.join()).toContain(`${Object.keys(before).length} of them shared`);
    await services.close();

    const target = {
      ...config,
      database: await newDatabaseConfig(engine),
      dataDir: temporaryFolder(),
      media: { ...config.media, store: { ...config.media.store, prefix: 'restored/' } },
    };
    const restored = openMediaPlaces(target).store;
    const [newest = ''] = readdirSync(dir).sort().toReversed();
    const [damaged = ''] = readdirSync(path.join(dir, newest, 'originals'));
    await restored.put(`originals/${damaged}`, Buffer.from('damaged'));
    expect(await restoreCommand([dir], target, output), said.join()).toBe(0);
    expect(await sumsIn(restored)).toEqual(before);

    // A store that is away is no reason to have half a backup.
    await service.leave();
    await expect(backupCommand([dir], config, silentLog, output)).rejects.toThrow(
      /cannot be reached.*No backup was made/,
    );
  },
);
