import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Without its comments, which each document would read too. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** Those of axe's rules that depend on colours. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Violations that axe finds in light mode, and those of colours in dark mode, where only colours differ. */
export async function findViolations(page: Page): Promise<string[]> {
  const found = [];
  await page.emulateMedia({ colorScheme: 'light' });
  for (const violation of await runAxe(page, allRules)) found.push(`light: ${violation}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const violation of await runAxe(page, colorRules)) found.push(`dark: ${violation}`);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function runAxe(page: Page, rules: typeof colorRules | typeof allRules): Promise<string[]> {
  // Once for each document. The page's policy forbids scripts that are not the site's; the browser's own door does not ask it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type, values: [...values] },
      // Only these are needed; the locations of passing elements are not.
      resultTypes: ['violations'],
      selectors: false,
      // Style sheets are read anew for one rule alone, which is no part of these: a quarter of the time.
      preload: { assets: ['media'] },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  }, rules);
}
