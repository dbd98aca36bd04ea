import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moveMedia } from '#server/features/media/move-media.ts';
import { mediaInFolder } from '#server/config-media.ts';
import { readConfig } from '#server/config.ts';
import type { MediaStore } from '#server/media/store/media-store.ts';
import { openMediaPlaces } from '#server/media/store/open-media-store.ts';
import { openS3Service } from '../tools/open-s3.ts';
import { randomNumbers } from '../tools/random-numbers.ts';
import type { Figure } from './figures.ts';
import { withTemporaryFolder } from './site.ts';

const files = Number(process.env['MEDIA_FILES'] ?? 10_000);

/** Files into a service that speaks S3, and back: every one of them must be what it was. */
export function measureMedia(): Promise<Figure[]> {
  return withTemporaryFolder((dir) =>
    withTemporaryFolder(async (serviceDir) => {
      const service = await openS3Service(serviceDir);
      try {
        const dataDir = path.join(dir, 'data');
        const sums = fill(dataDir);
        const config = readConfig({ ...service.env, DATA_DIR: dataDir });
        const s3 = openMediaPlaces(config).store;
        const folder = openMediaPlaces({ dataDir, media: mediaInFolder }).store;
        const there = await measureWay('into the store', folder, s3);
        const back = await measureWay('back into the folder', s3, folder);
        return [...there, ...back, differences(dataDir, sums)];
      } finally {
        await service.stop();
      }
    }),
  );
}

/** Sizes as of the renditions of pictures: 1 to 80 kB. */
function fill(dataDir: string): Map<string, string> {
  console.error(`  writing ${files} files …`);
  const random = randomNumbers(51);
  const sums = new Map<string, string>();
  for (let i = 0; i < files; i += 1) {
    const name = `media/${String(i).padStart(24, '0')}-1/${320 + (i % 7)}.webp`;
    const data = Buffer.alloc(1_000 + random(80_000), `${i} 包種茶`);
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
    writeFileSync(path.join(dataDir, name), data);
    sums.set(name, sumOf(data));
  }
  return sums;
}

async function measureWay(what: string, from: MediaStore, to: MediaStore): Promise<Figure[]> {
  const startedAt = performance.now();
  const tell = (line: string) => console.error(`  ${line}`);
  const { bytes, copied, removed } = await moveMedia({ from, to, deletes: true, tell });
  const seconds = (performance.now() - startedAt) / 1000;
  const note = `${(bytes / 1e6).toFixed(0)} MB, each file read on both sides and removed`;
  return [
    { name: `media: files moved ${what}`, value: copied, unit: '', target: { atLeast: files }, note },
    {
      name: `media: files removed after moving ${what}`,
      value: removed,
      unit: '',
      target: { atLeast: files },
    },
    { name: `media: time for ${files} files ${what}`, value: seconds, unit: 's' },
  ];
}

function differences(dataDir: string, sums: ReadonlyMap<string, string>): Figure {
  let different = 0;
  for (const [name, sum] of sums) if (sumOf(readFileSync(path.join(dataDir, name))) !== sum) different += 1;
  return {
    name: 'media: files that differ after both moves',
    value: different,
    unit: '',
    target: { below: 1 },
  };
}

function sumOf(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
