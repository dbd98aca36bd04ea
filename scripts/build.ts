import { buildSite } from './build/build-site.ts';
import { production } from './build/folders.ts';
import { markBuilt, stampSources } from './build/source-stamp.ts';
import { reportSizes } from './build/report-sizes.ts';

const startedAt = performance.now();
// Before the build: a file that is saved while it runs is not part of it.
const stamp = stampSources();
const site = await buildSite(production);
const isWithinBudget = await reportSizes(production.outDir, site);
if (isWithinBudget) markBuilt(stamp);
else process.exitCode = 1;
console.log(`Built ${site.manifest.buildId} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
