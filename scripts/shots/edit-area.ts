import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createLog } from '#server/base/log.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { startSite, withTemporaryFolder } from '#scripts/bench/site/site.ts';
import { root } from '#scripts/build/folders.ts';
import { launchChromium } from '#scripts/tools/chromium.ts';
import { createDesk, makePeople } from '#scripts/tools/edit-area/desk.ts';
import { editStates, scriptStates, type EditState } from '#scripts/tools/edit-area/edit-states.ts';

interface Shot {
  width: 390 | 1440;
  state: EditState;
  height: number;
  /** The picture begins at this element; default: at the top of the page. */
  from?: string;
}

const article = '/edit/articles/gongfu-tea-at-home';

/** Pictures of docs/editing.md, in the order in which they are taken: the home shows what came before it. */
const shots: Readonly<Record<string, Shot>> = {
  form: { width: 1440, height: 860, state: (desk) => desk.open('admin', article) },
  picker: { width: 1440, height: 700, state: editStates['a picker'] },
  'side-preview': {
    width: 1440,
    height: 760,
    from: '.edit-writing',
    state: scriptStates['a text beside its preview'],
  },
  library: {
    width: 1440,
    height: 660,
    from: 'form[role=search]',
    state: (desk) => desk.open('admin', '/edit/media'),
  },
  autosave: { width: 390, height: 700, state: scriptStates['an autosave beside what is stored'] },
  plan: { width: 1440, height: 760, state: editStates['a planned change'] },
  conflict: { width: 1440, height: 780, state: editStates['a conflict'] },
  many: {
    width: 1440,
    height: 590,
    from: '.entry-rows > li:nth-last-child(4)',
    state: editStates['chosen products'],
  },
  home: {
    width: 1440,
    height: 800,
    async state(desk) {
      await editStates['a draft that was handed in'](desk);
      return desk.open('admin', '/edit');
    },
  },
};

/** Takes the pictures of docs/editing.md anew, of a site of its own with the sample content. */
export async function takeEditArea(): Promise<void> {
  const out = path.join(root, 'docs/editing');
  await mkdir(out, { recursive: true });
  await withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isWithoutPictures: true });
    const browser = await launchChromium();
    try {
      const db = await openDatabase(
        { engine: 'sqlite', file: path.join(dataDir, 'site.db') },
        createLog('silent'),
      );
      await makePeople(db);
      await db.close();
      for (const [name, { width, height, state, from }] of Object.entries(shots)) {
        const desk = createDesk(() => browser, site.origin, { viewport: { width, height } });
        const page = await state(desk);
        await page.waitForLoadState('networkidle');
        if (from !== undefined)
          await page
            .locator(from)
            .evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 16));
        const picture = await toWebP(await page.screenshot());
        await writeFile(path.join(out, `${name}.webp`), picture);
        console.log(`${name}.webp: ${(picture.length / 1000).toFixed(0)} kB`);
        await page.context().close();
      }
    } finally {
      await browser.close();
      await site.stop();
    }
  });
}

const maxBytes = 60_000;
/** Wider ones are made smaller wherever documents are read. */
const maxWidth = 1080;

/** The best quality within the limit of a picture. */
async function toWebP(png: Buffer): Promise<Buffer> {
  const picture = sharp(png).resize({ width: maxWidth, withoutEnlargement: true });
  for (const quality of [82, 74, 66, 58, 50]) {
    const webp = await picture.clone().webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= maxBytes) return webp;
  }
  throw new Error(`a picture is larger than ${maxBytes} bytes: show less of the page`);
}
