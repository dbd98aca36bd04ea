import { gzipSync } from 'node:zlib';
import { budgets } from '#scripts/build/report-sizes.ts';
import type { Figure } from './figures.ts';
import { get, getBytes } from '../tools/requests/http-client.ts';
import { startSite, withTemporaryFolder } from './site/site.ts';

/** Bytes of the first view of the front page, and of a list without the parts above it on the front page. */
export async function measureSizes(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, pageStoreMb: 64 });
    try {
      const kBytesOf = async (paths: Iterable<string>) => {
        const bodies = await Promise.all(
          Array.from(paths, async (path) => (await getBytes(site.origin + path, {})).body),
        );
        return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
      };
      const { body: html } = await get(`${site.origin}/`);
      const list = '/product?sort=price-asc';
      const cards = [html, (await get(site.origin + list)).body].map(countCards);
      const files = new Set(html.match(/\/assets\/[^"' ]+/g));
      const scripts = [...files].filter((file) => file.endsWith('.js'));
      const styles = [...files].filter((file) => file.endsWith('.css'));
      const figure = (name: string, value: number, below: number, note: string): Figure => {
        return { name: `${name}, gzip -9`, value, unit: 'kB', target: { below }, note };
      };
      return [
        figure('HTML of /', await kBytesOf(['/']), 9, `${cards[0]} cards, head and featured row`),
        figure('HTML of the list', await kBytesOf([list]), 7, `${cards[1]} cards`),
        figure(
          'scripts of the first view',
          await kBytesOf(scripts),
          budgets.scriptsOfFront / 1000,
          `${scripts.length} files`,
        ),
        figure(
          'styles of the first view',
          await kBytesOf(styles),
          budgets.styles / 1000,
          `${styles.length} files`,
        ),
      ];
    } finally {
      await site.stop();
    }
  });
}

function countCards(html: string): number {
  return html.split('<li class="card">').length - 1;
}
