import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { textInFont } from '#scripts/tools/characters/text-in-font.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { aPageFor, shareSiteWithFont, shiftOf, untilFontsAreIn } from '../helpers/title-font-page.ts';

describeInChromium('the font of titles', (browser) => {
  const site = shareSiteWithFont();
  const open = (address: string) => aPageFor(browser(), site().origin + address);

  test('costs a list at most 60 kB, and an article 90 kB', async () => {
    for (const [address, most] of [
      [samplePages.home, 60_000],
      ['/product', 60_000],
      [samplePages.articles, 60_000],
      [samplePages.article, 90_000],
      [samplePages.product, 60_000],
    ] as const) {
      const { page, go, bytes } = await open(address);
      await go();
      await untilFontsAreIn(page);
      await expect.poll(bytes, { message: address }).toBeGreaterThan(10_000);
      expect(bytes(), address).toBeLessThanOrEqual(most);
    }
  });

  test('has every character that a page sets in it', async () => {
    const known = charactersIn(await (await fetch(`${site().origin}/titles.css`)).text());
    const { page } = await open(samplePages.home);
    for (const address of Object.values(samplePages)) {
      // A visitor's query may contain any character.
      if (address.startsWith('/search')) continue;
      await page.goto(site().origin + address);
      const isRare = (character: string) => '𠮷靐'.includes(character);
      const text = (await textInFont(page)).replace(/\s/g, '');
      const missing = [...text].filter((each) => !known.has(each) && !isRare(each));
      expect(missing, address).toEqual([]);
    }
  });

  test.for(Object.values(samplePages))('moves nothing when it comes last: %s', async (address) => {
    for (const width of [390, 1440])
      expect(await shiftOf(browser(), site().origin + address, width), `at ${width}`).toBeLessThan(0.001);
  });

  test('looks the same where no serif font has Chinese characters', async () => {
    const folder = temporaryFolder();
    const config = path.join(folder, 'fonts.conf');
    writeFileSync(config, withoutSerif);
    const bare = await launchWith({ FONTCONFIG_FILE: config });
    onTestFinished(() => bare.close());
    for (const [address, title] of [
      [samplePages.home, '.card h3, .card h2'],
      [samplePages.article, 'h1'],
    ] as const) {
      const pictures: Buffer[] = [];
      for (const from of [browser(), bare]) {
        const { page, go } = await aPageFor(from, site().origin + address);
        await go();
        await untilFontsAreIn(page);
        pictures.push(await page.locator(title).first().screenshot());
      }
      expect(pictures[0]?.equals(pictures[1] ?? Buffer.of()), address).toBe(true);
    }
  });
});

/** Configuration of a machine without such a font. */
const withoutSerif = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*/NotoSerifCJK*</glob></rejectfont></selectfont>
</fontconfig>
`;

async function launchWith(env: Readonly<Record<string, string>>): Promise<Browser> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await launchChromium();
  } finally {
    process.env = before;
  }
}

/** The characters that the faces of a style sheet name. */
function charactersIn(css: string): Set<string> {
  const found = new Set<string>();
  for (const [, from = '', to = from] of css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    const last = Number.parseInt(to, 16);
    for (let code = Number.parseInt(from, 16); code <= last; code += 1) found.add(String.fromCodePoint(code));
  }
  return found;
}
