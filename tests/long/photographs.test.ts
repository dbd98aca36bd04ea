import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exportContent } from '#server/features/import-export/export-content.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { openPictureStore } from '../helpers/picture-store.ts';
import { aPhotograph } from '../helpers/pictures.ts';

describe('a telephone’s photograph', () => {
  test('is shown upright and without the place where it was taken, in at most 60 kB on a card', async () => {
    const photograph = await aPhotograph();
    const { exif } = await sharp(photograph).metadata();
    expect(exif?.includes('Qingye')).toBe(true);
    const store = await openPictureStore();
    await store.import({ 'media/a.jpg': photograph });
    await store.work();
    expect(await store.row()).toMatchObject({ width: 3000, height: 4000 });
    for (const name of store.served()) {
      const file = store.read(name);
      const { exif, width, height } = await sharp(file).metadata();
      expect.soft(exif, name).toBeUndefined();
      expect.soft(file.includes('Qingye'), name).toBe(false);
      if (name.endsWith('card.jpg')) expect.soft([width, height], name).toEqual([1200, 630]);
      else expect.soft(Math.round((width / height) * 100), name).toBe(75);
      if (/\/(?:320|640|960)\.(?:avif|webp)$/.test(name)) expect.soft(file.length, name).toBeLessThan(60_000);
    }
    const small = store.served().find((name) => name.endsWith('/320.avif')) ?? '';
    const [red = 0, green = 0] = await sharp(store.read(small))
      .extract({ left: 5, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(60);
  });

  test('comes out of an export as it went in', async () => {
    const photograph = await aPhotograph(600);
    const store = await openPictureStore();
    await store.import({ 'media/a.jpg': photograph });
    const dir = path.join(temporaryFolder(), 'export');
    await exportContent(dir, store.db, folderStore(store.dataDir));
    expect(readFileSync(path.join(dir, 'media/a.jpg')).equals(photograph)).toBe(true);
    const again = await openPictureStore();
    await importContent(dir, again.db, folderStore(again.dataDir));
    // It is as new as its import.
    expect({ ...(await again.row()), added_at: null }).toEqual({ ...(await store.row()), added_at: null });
  });
});
