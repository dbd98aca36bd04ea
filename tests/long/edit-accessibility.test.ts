import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { createDesk, makePeople } from '#scripts/tools/edit-area/desk.ts';
import { editStates, scriptStates } from '#scripts/tools/edit-area/edit-states.ts';
import { isKind } from '#shared/kinds/kind-names.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { findViolations } from '../helpers/axe.ts';
import { shareSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { linksOf } from '../helpers/edit-forms.ts';

const widths = [390, 768, 1440];

describeInChromium('the edit area has nothing that axe finds, and is wider than no window,', (browser) => {
  /** A desk on a site of its own, since each state is made once. */
  const shareDesk = (prepare?: (page: Page) => Promise<unknown>) => {
    const site = shareSite(production, async (dataDir) => {
      const db = await openDataFolder(dataDir);
      await makePeople(db);
      await db.close();
    });
    return () => createDesk(browser, site().origin, {}, prepare);
  };

  describe('with script', () => {
    const desk = shareDesk();

    test.for(Object.entries({ ...editStates, ...scriptStates }))('%s', async ([name, make]) => {
      await expectUsable(await make(desk()), name);
    });
  });

  describe('without script', () => {
    // In a browser that runs none, axe could not run.
    const desk = shareDesk((page) => page.route('**/assets/edit-*.js', (route) => route.abort()));

    test.for(Object.entries(editStates))('%s', async ([name, make]) => {
      await expectUsable(await make(desk()), name);
    });
  });

  describe('on pages to which others lead', () => {
    const desk = shareDesk();

    test('every one', async () => {
      for (const make of [editStates['a removal'], editStates['a planned change']]) await make(desk());
      const page = await desk().open('admin', '/edit');
      const { origin } = new URL(page.url());
      const addresses = await findPages(page);
      expect(addresses.length).toBeGreaterThan(35);
      for (const address of addresses) {
        await page.goto(origin + address);
        await expectUsable(page, address);
      }
    });
  });
});

async function expectUsable(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 500 });
    expect.soft(await findViolations(page), `${name} at ${width} px`).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `width of ${name}`).toBeLessThanOrEqual(width);
  }
}

/** One page of each shape: the forms of two articles are the same to a reader of pages. */
async function findPages(page: Page): Promise<string[]> {
  const { origin, pathname } = new URL(page.url());
  const found = new Map([[pathname, pathname]]);
  for (const address of found.values()) {
    const answer = await page.request.get(origin + address);
    for (const link of linksOf(await answer.text())) {
      const next = link.replaceAll('&amp;', '&');
      const shape = shapeOf(next);
      if (shape !== null && !found.has(shape)) found.set(shape, next);
    }
  }
  return [...found.values()];
}

/** Null for a file, and for previews, which are pages of visitors. */
function shapeOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, 'http://site');
  const [, , kind = '', id = '', ...rest] = pathname.split('/');
  if (kind === 'preview' || pathname.endsWith('/export')) return null;
  const isSame = rest.length > 0 && isKind(kind);
  const parts = [isSame ? 'kind' : kind, /^(?:_.*)?$/.test(id) ? id : 'id', ...rest];
  const names = [...searchParams.keys()].toSorted();
  return [...parts, ...names].join(' ').replace(/ \d+(?= |$)/g, ' n');
}
