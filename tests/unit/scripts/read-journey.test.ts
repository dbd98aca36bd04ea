import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readJourney } from '#scripts/tools/read-journey.ts';

const document = readFileSync('docs/operating/journey.md', 'utf8');
const journey = readJourney(document);

test('every block of the document is run, in its order', () => {
  const blocks = [...document.matchAll(/^```(\w*)\n/gm)].map(([, language]) => language);
  expect(blocks.filter((_, index) => index % 2 === 0 && blocks[index] !== 'sh')).toEqual([]);
  expect(journey.flatMap((section) => section.blocks)).toHaveLength(document.match(/^```sh$/gm)?.length ?? 0);
  const commands = ['qingye backup', 'restore', 'database move', 'varnishd -F', 'qingye reload'];
  const places = commands.map((command) => document.indexOf(command));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('each section names the programs that it needs', () => {
  const needs = Object.fromEntries(journey.map(({ title, programs }) => [title, programs]));
  expect(needs).toMatchObject({
    'What is where': ['nginx', 'curl'],
    'PostgreSQL behind PgBouncer, and two processes': ['createdb', 'pgbouncer'],
    'Varnish in front': ['varnishd', 'openssl'],
    'And back': [],
  });
});

test('a folder that nobody named is never written to', () => {
  expect(journey[0]?.blocks[0]).toMatch(/^SITE=\$\{SITE:\?/);
});
