import type { TestProject } from 'vitest/node';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { hasNginx } from '#scripts/tools/servers/open-nginx.ts';
import { hasPostgresPrograms } from '#scripts/tools/servers/open-postgres.ts';
import { pgBouncerPath } from '#scripts/tools/servers/open-pgbouncer.ts';
import { hasPromtool } from './has-promtool.ts';
import { hasVarnish } from '#scripts/tools/servers/open-varnish.ts';
import type { TierName } from '#scripts/test/tiers.ts';
import { hasXmlLint } from './has-xml-lint.ts';
import { firefoxPath, webKitPaths } from './other-browsers/browser-paths.ts';

/** Programs that a machine may lack: the tests that need them, and the tiers in which these are. */
interface Requirement {
  isThere: boolean;
  tests: string;
  remedy: string;
  tiers: readonly TierName[];
}

/** Prints which tests of a run were left out, and how to have them run. */
export default function setup(project: TestProject): () => void {
  const running = project.vitest.projects.map(({ name }) => name);
  return () => {
    for (const { isThere, tests, remedy, tiers } of listRequirements(project))
      if (!isThere && tiers.some((tier) => running.includes(tier)))
        console.warn(`\n*** LEFT OUT: the tests on ${tests}: ${remedy}. ***`);
  };
}

function listRequirements(project: TestProject): Requirement[] {
  return [
    {
      isThere: project.getProvidedContext().postgresUrl !== null,
      tests: 'PostgreSQL',
      remedy: 'install the package "postgresql", or set TEST_DATABASE_URL',
      tiers: ['engines', 'browser', 'process', 'long-browser', 'long', 'pooled'],
    },
    {
      isThere: hasPostgresPrograms,
      tests: 'losing PostgreSQL',
      remedy: 'install the package "postgresql", whose programs they start and kill',
      tiers: ['process', 'long'],
    },
    {
      isThere: pgBouncerPath !== null,
      tests: 'poolers',
      remedy: 'install the package "pgbouncer", or set PGBOUNCER_PATH',
      tiers: ['long', 'pooled'],
    },
    {
      isThere: hasXmlLint,
      tests: 'the schema of sitemaps',
      remedy: 'install "libxml2-utils"',
      tiers: ['process'],
    },
    {
      isThere: hasPromtool,
      tests: 'alerts',
      remedy: 'install "prometheus", which need not run',
      tiers: ['process', 'long'],
    },
    {
      isThere: hasVarnish,
      tests: 'Varnish',
      remedy: 'install the packages "varnish" and "varnish-modules"',
      tiers: ['long'],
    },
    { isThere: hasNginx, tests: 'nginx', remedy: 'install the package "nginx-light"', tiers: ['long'] },
    {
      isThere: chromiumPath !== null,
      tests: 'the browser',
      remedy: 'install "chromium", or set CHROMIUM_PATH',
      tiers: ['browser', 'long-browser', 'long'],
    },
    {
      isThere: firefoxPath !== null,
      tests: 'Firefox',
      remedy: 'install "firefox-esr", or set FIREFOX_PATH',
      tiers: ['long'],
    },
    {
      isThere: webKitPaths !== null,
      tests: 'WebKit',
      remedy: 'install "webkit2gtk-driver" and "xvfb"',
      tiers: ['long'],
    },
  ];
}
