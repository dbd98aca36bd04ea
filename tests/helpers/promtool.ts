import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './databases.ts';
import type { Scraped } from './metrics.ts';

const alertsFile = path.resolve('docs/operating/alerts.yaml');

/** Samples by name and labels, and their values as promtool writes a course of them, one a minute. */
type Courses = Readonly<Record<string, string>>;

/**
 * Alerts that fire half an hour after the first scrape, if it goes on like between the scrapes: counters at the same
 * rate, all else unchanged. Metrics of the process itself are left out: a machine that runs tests is busy.
 */
export function alertsAfter(before: Scraped, then: Scraped): string[] {
  const own = [...then].filter(([series]) => series.startsWith('qingye_'));
  const courses = own.map(([series, value]): [string, string] => {
    if (!/_(?:total|bucket|sum|count)(?:\{|$)/.test(series)) return [series, `${value}x40`];
    const first = before.get(series) ?? 0;
    // Without an exponent, which promtool does not read.
    return [series, `${first.toFixed(6)}+${(value - first).toFixed(6)}x40`];
  });
  return alertsOf(Object.fromEntries(courses));
}

/** The alerts that have begun after half an hour of these courses, or later. */
export function alertsOf(courses: Courses, minutes = 30): string[] {
  const test = {
    rule_files: [alertsFile],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries({ up: `1x${minutes + 10}`, ...courses }).map(([series, values]) => ({
          series: withLabels(series),
          values,
        })),
        // The expectation is impossible, so that promtool prints the actual alerts.
        promql_expr_test: [
          { expr: `ALERTS{alertstate="firing"}`, eval_time: `${minutes}m`, exp_samples: impossible },
        ],
      },
    ],
  };
  // YAML may be written as JSON.
  const file = path.join(temporaryFolder(), 'test.yaml');
  writeFileSync(file, JSON.stringify(test));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  const said = stdout + stderr;
  if (!said.includes('got:')) throw new Error(`promtool could not evaluate the rules:\n${said}`);
  const got = said.slice(said.indexOf('got:'));
  return [...new Set([...got.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name))].sort();
}

const impossible = [{ labels: 'impossible{a="b"}', value: 1 }];

function withLabels(series: string): string {
  const job = 'job="qingye",instance="site"';
  return series.endsWith('}') ? `${series.slice(0, -1)},${job}}` : `${series}{${job}}`;
}
