import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { metricsOf } from '#server/operate/metrics/metrics-of.ts';
import { ownMetrics } from '#server/operate/metrics/metrics-of-children.ts';
import { statusProblems } from '#shared/status.ts';
import { statusTexts } from '#shared/locale/editors/status-texts.ts';
import { version } from '#server/base/version.ts';
import { preparedDatabaseConfig, engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const alerts = rulesSchema
  .parse(parse(readFileSync('docs/operating/alerts.yaml', 'utf8')))
  .groups.flatMap(({ rules }) => rules);
const dashboard = readFileSync('docs/operating/dashboard.json', 'utf8');
const incidents = readFileSync('docs/operating/incidents.md', 'utf8');
const document = readFileSync('docs/operating/metrics.md', 'utf8');

const metricSchema = z.array(z.object({ name: z.string(), type: z.string() }));

/** Names as in expressions: the parts of a histogram in place of its name. */
async function listNames(): Promise<Set<string>> {
  const sites = await Promise.all(
    engines.map(async (engine) => openSite({ database: await preparedDatabaseConfig(engine) })),
  );
  const metrics = await Promise.all(
    sites.map(async ({ services }) => metricSchema.parse(await metricsOf(services))),
  );
  return new Set(
    [...metrics.flat(), ...ownMetrics({ served: 0, 'never ready': 0, hung: 0 }, { fallbacks: 0 })].flatMap(
      ({ name, type }) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

const namesIn = (text: string): readonly string[] =>
  text.match(/\b(?:qingye|process|nodejs)_[a-z0-9_]+/g) ?? [];

test('alerts and dashboard name only metrics that there are', async () => {
  const names = await listNames();
  const named = namesIn([...alerts.map(({ expr }) => expr), dashboard].join('\n'));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('each metric of ours stands in the document', async () => {
  const listed = namesIn(document);
  const own = [...(await listNames())].filter((name) => name.startsWith('qingye_'));
  const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  expect([...new Set(own.map(base))].filter((name) => !listed.includes(name))).toEqual([]);
});

test('there are at least ten alerts, and each has its part in the incidents', () => {
  expect(alerts.length).toBeGreaterThanOrEqual(10);
  expect(alerts.filter(({ alert }) => !incidents.includes(`\`${alert}\``))).toEqual([]);
});

test('each problem of the status page has its part in the incidents', () => {
  const titles = statusProblems.map((problem) => statusTexts.problems[problem].title);
  expect(titles.filter((title) => !incidents.includes(title))).toEqual([]);
});

test('the version is that of package.json', () => {
  expect(version).toBe(
    z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).version,
  );
});
