import type { TestProject } from 'vitest/node';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { hasNginx } from '#scripts/tools/open-nginx.ts';
import { hasPostgresPrograms } from '#scripts/tools/open-postgres.ts';
import { pgBouncerPath } from '#scripts/tools/open-pgbouncer.ts';
import { hasPromtool } from './has-promtool.ts';
import { hasVarnish } from '#scripts/tools/open-varnish.ts';
import { hasXmlLint } from './has-xml-lint.ts';
import { firefoxPath, webKitPaths } from './other-browsers/browser-paths.ts';

/** A run that leaves tests out says so where nobody can miss it. */
export default function setup(project: TestProject): () => void {
  return () => {
    const leftOut = [
      ...(project.getProvidedContext().postgresUrl === null
        ? ['PostgreSQL: install the package "postgresql", or set TEST_DATABASE_URL']
        : []),
      ...(hasPostgresPrograms
        ? []
        : ['losing PostgreSQL: install the package "postgresql", whose programs they start and kill']),
      ...(pgBouncerPath === null ? ['poolers: install the package "pgbouncer", or set PGBOUNCER_PATH'] : []),
      ...(hasXmlLint ? [] : ['the schema of sitemaps: install "libxml2-utils"']),
      ...(hasPromtool ? [] : ['what the alerts say: install "prometheus", which need not run']),
      ...(hasVarnish ? [] : ['Varnish: install the packages "varnish" and "varnish-modules"']),
      ...(hasNginx ? [] : ['nginx: install the package "nginx-light"']),
      ...(chromiumPath === null ? ['the browser: install "chromium", or set CHROMIUM_PATH'] : []),
      ...(firefoxPath === null ? ['Firefox: install "firefox-esr", or set FIREFOX_PATH'] : []),
      ...(webKitPaths === null ? ['WebKit: install "webkit2gtk-driver" and "xvfb"'] : []),
    ];
    for (const what of leftOut) console.warn(`\n*** LEFT OUT: the tests on ${what}. ***`);
  };
}
