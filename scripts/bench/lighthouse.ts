import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { chromiumPath } from '../tools/chromium-path.ts';
import { findFreePort } from '../tools/free-port.ts';
import { samplePages } from '../tools/sample-pages.ts';
import type { Figure } from './figures.ts';
import { runProgram } from './programs.ts';
import { startSite, withTemporaryFolder } from './site.ts';

/** Brought by npx like the linters: installed it is 176 MB, which no test needs. */
const lighthouse = 'lighthouse@13.5.0';
const pages = {
  '/': '/',
  '/product': '/product',
  article: samplePages.article,
  author: samplePages.author,
  product: samplePages.product,
};
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** A machine that is busy makes a page slower than it is: of so many visits the best counts. */
const maxVisits = 3;
const minute = 60_000;

const score = z.object({ score: z.number() });
const reportSchema = z.object({
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: z.object({ 'cumulative-layout-shift': z.object({ numericValue: z.number() }) }),
});
type Report = z.infer<typeof reportSchema>;

/** The four scores of Lighthouse for a telephone, and how much moves, on each kind of page. */
export async function measureLighthouse(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const port = await findFreePort();
    // Without an address of its own a site has no absolute one to call the right one.
    const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    const site = await startSite({ dataDir, port, pageStoreMb: 64, env });
    try {
      const figures: Figure[] = [];
      for (const [name, address] of Object.entries(pages)) {
        const report = await visit(site.origin + address, path.join(dataDir, 'report.json'));
        figures.push(...figuresOf(name, report));
      }
      figures.push(await measureWithoutScripts(site.origin, path.join(dataDir, 'report.json')));
      return figures;
    } finally {
      await site.stop();
    }
  });
}

/**
 * What a machine gives to a page that has nothing to run: where that is below the target, the machine is too slow for
 * Lighthouse, which times tasks by the clock and counts each four times, to say anything of the scripts.
 */
async function measureWithoutScripts(origin: string, file: string): Promise<Figure> {
  const bare = await serveWithoutScripts(origin);
  try {
    const { categories } = await visit(`${bare.origin}/product`, file);
    return {
      name: 'Lighthouse performance of /product without its scripts',
      value: Math.round(categories.performance.score * 100),
      unit: '',
      note: 'what this machine gives to a page that runs nothing',
    };
  } finally {
    await bare.close();
  }
}

/** The site, with pages that run nothing and wait for nothing. */
async function serveWithoutScripts(site: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(site + request.url, { headers: { accept: request.headers.accept ?? '*/*' } });
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'Content-Type': type });
    response.end(type.includes('html') ? body.toString().replaceAll(scriptsOfPage, '') : body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const scriptsOfPage = /<script\b[^>]*>[^]*?<\/script>|<link[^>]* rel="(?:expect|modulepreload)"[^>]*>/g;

/** The best of a few visits; the first that meets all targets is one. */
async function visit(url: string, file: string): Promise<Report> {
  let best: Report | null = null;
  for (let i = 0; i < maxVisits; i += 1) {
    const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
    const args = ['--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${file}`, flags];
    // Certificates and proxies through which this machine asks the registry are in the environment.
    const env = { ...process.env, CHROME_PATH: chromiumPath ?? '' };
    await runProgram('npx', args, { limitMs: 5 * minute, env });
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const isBetter = best === null || report.categories.performance.score > best.categories.performance.score;
    if (isBetter) best = report;
    if (report.categories.performance.score * 100 >= targets.performance) return report;
  }
  if (best === null) throw new Error(`${url} was not visited`);
  return best;
}

function figuresOf(page: string, { categories, audits }: Report): Figure[] {
  const scores = (['performance', 'accessibility', 'best-practices', 'seo'] as const).map(
    (category): Figure => {
      const value = Math.round(categories[category].score * 100);
      return {
        name: `Lighthouse ${category} of ${page}`,
        value,
        unit: '',
        target: { atLeast: targets[category] },
      };
    },
  );
  const shift = audits['cumulative-layout-shift'].numericValue;
  // In thousandths: the table shows whole numbers.
  return [
    ...scores,
    { name: `layout shift of ${page}, ‰`, value: shift * 1000, unit: '', target: { below: 20 } },
  ];
}
