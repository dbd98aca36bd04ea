import './base/source-lines.ts';
import path from 'node:path';
import { readConfig } from './config/config.ts';
import { describeFailure } from './base/describe-failure.ts';
import { keepFilesPrivate } from './base/private-files.ts';
import { hasParent } from './operate/processes/answer-parent.ts';

// The program `dist/server.js`: one process that serves, or one that looks after several. Each loads only its own part.

const here = import.meta.dirname;
try {
  const config = readConfig(process.env);
  keepFilesPrivate(config.dataDir);
  if (config.processes > 1 && !hasParent) {
    const { runParent } = await import('./operate/processes/run-parent.ts');
    const { serveMetrics } = await import('./operate/metrics/serve-metrics.ts');
    const { metricsOfChildren } = await import('./operate/metrics/metrics-of-children.ts');
    await runParent(config, programOf(process.argv[1] ?? ''), (log, children, builds) =>
      serveMetrics(config, log, metricsOfChildren(children, builds)),
    );
  } else {
    const { start } = await import('./main.ts');
    await start(config, here);
  }
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

/** The path as called, not resolved: through a link to the newest build, a reload finds that build. */
function programOf(called: string): string {
  return path.basename(called) === 'server.js' ? path.resolve(called) : path.join(here, 'server.js');
}
