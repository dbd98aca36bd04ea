import type { SourceGraph } from './source-graph.ts';

interface Boundary {
  /** Matches the importing file. */
  from: RegExp;
  /** Whether that may not import this file. `captured` is what `from` captured. */
  mayNotImport: (file: string, captured: string | undefined) => boolean;
  because: string;
}

const boundaries: Boundary[] = [
  {
    from: /^(?:server|client|shared|scripts)\//,
    mayNotImport: (file) => file.startsWith('tests/'),
    because: 'what tests and scripts both need stands in scripts/tools, so only tests import tests',
  },
  {
    from: /^(?:server|client|shared)\//,
    mayNotImport: (file) => file.startsWith('scripts/'),
    because: 'scripts build and measure the site, which runs without them',
  },
  {
    from: /^shared\//,
    mayNotImport: (file) => !file.startsWith('shared/'),
    because: 'shared/ runs anywhere, so it imports only shared/',
  },
  {
    from: /^client\//,
    mayNotImport: (file) => file.startsWith('server/'),
    because: 'client/ runs in the browser, so nothing of server/ may reach it',
  },
  {
    from: /^client\/ui\//,
    mayNotImport: (file) => !file.startsWith('client/ui/'),
    because: 'client/ui holds primitives without nouns, routes and data',
  },
  {
    from: /^client\/context\//,
    mayNotImport: (file) => !/^(?:shared|client\/context)\//.test(file),
    because: 'client/context is below all that it is given to, so it imports only shared/',
  },
  {
    from: /^client\/browser\//,
    mayNotImport: (file) =>
      !/^(?:shared|client\/(?:browser|context|ui))\/|^client\/document\.tsx$/.test(file),
    because: 'client/browser knows the document and the browser, not the pieces and pages that use it',
  },
  {
    from: /^client\/site\//,
    mayNotImport: (file) =>
      file.startsWith('client/') && !/^client\/(?:site|browser|context|ui)\//.test(file),
    because: 'client/site holds what pages share, so it does not know the pages',
  },
  {
    from: /^client\/layouts\//,
    mayNotImport: (file) => file.startsWith('client/pages/'),
    because: 'client/layouts stands around any page, so it does not know the pages',
  },
  {
    from: /^client\/pages\/([a-z-]+?)(?:-page\.tsx$|\/)/,
    mayNotImport: (file, own) =>
      file.startsWith('client/layouts/') ||
      (file.startsWith('client/pages/') && !file.startsWith(`client/pages/${own}/`)),
    because: 'a page knows its own folder alone; what two of them share stands in client/site',
  },
  {
    from: /^client\/(?!pages\/)/,
    mayNotImport: (file) => /^client\/pages\/[^/]+\//.test(file),
    because: "a page's pieces are its own",
  },
  {
    from: /^server\/(?!pages\/)/,
    mayNotImport: (file) => file.startsWith('client/'),
    because: 'only server/pages renders components',
  },
  {
    from: /^server\/(?:http|db|freshness|facets|media|content|search|features|operate\/(?:backup|metrics))\//,
    mayNotImport: (file) => /^server\/(?:app|main|cli|services|start)\.ts$/.test(file),
    because: 'the programs put the rooms of the server together, so no room imports them',
  },
  {
    from: /^server\/operate\/processes\//,
    mayNotImport: (file) =>
      !/^(?:shared|server\/operate\/processes)\/|^server\/(?:config\/(?:config|config-values)|base\/(?:errors|log))\.ts$/.test(
        file,
      ),
    because: 'server/operate/processes looks after those who serve, and loads nothing of what they serve',
  },
  {
    from: /^server\/pages\//,
    mayNotImport: (file) => /^server\/(?:app|main|cli|start)\.ts$/.test(file),
    because: 'the programs serve the pages, so no page imports them',
  },
  {
    from: /^server\/(?!operate\/move\/|cli\.ts$)/,
    mayNotImport: (file) => file.startsWith('server/operate/move/'),
    because: 'a move takes the whole site, so only its command knows it',
  },
  {
    from: /^server\/operate\/move\//,
    mayNotImport: (file) => /^server\/(?:main|cli)\.ts$/.test(file),
    because: 'the programs run a move, so it imports none of them',
  },
  {
    from: /^server\/http\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|media|content|search|freshness)\//.test(file),
    because: 'server/http and server/db are below the features',
  },
  {
    from: /^server\/db\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|media|content|search|http)\//.test(file),
    because: 'server/http and server/db are below the features',
  },
  {
    from: /^server\/freshness\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|http|media|content|search)\//.test(file),
    because: 'server/freshness is below features and pages, beside server/db',
  },
  {
    from: /^server\/media\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|http|content|search)\//.test(file),
    because: 'server/media is below the features: it knows pictures, and not what shows them',
  },
  {
    from: /^server\/content\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|http|search)\//.test(file),
    because: 'server/content is below the features: it knows what content is, and not who brings or shows it',
  },
  {
    from: /^server\/search\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|http)\//.test(file),
    because: 'server/search is below the features: it knows what is found, and not who asks',
  },
  {
    from: /^server\/facets\//,
    mayNotImport: (file) => /^server\/(?:pages|features|http|media|search)\//.test(file),
    because: 'server/facets is below the features: it knows rows of products, and no page',
  },
  {
    from: /^server\/operate\/metrics\//,
    mayNotImport: (file) => /^server\/(?:pages|features|facets|media|content|search)\//.test(file),
    because: 'server/operate/metrics is below the features, which count what they do',
  },
  {
    from: /^server\/operate\/backup\//,
    mayNotImport: (file) => /^server\/(?:pages|features)\//.test(file),
    because: 'a backup knows tables and files, and no feature',
  },
  {
    from: /^server\/features\/([^/]+)\//,
    mayNotImport: (file, own) =>
      file.startsWith('server/pages/') ||
      (file.startsWith('server/features/') && !file.startsWith(`server/features/${own}/`)),
    because: 'a feature imports no other feature; a loader in server/pages joins them',
  },
];

/** Sentences, one for each import that crosses a boundary, each circle and each piece that nobody shares. */
export function findViolations(graph: SourceGraph): string[] {
  return [...findCrossings(graph), ...findCycles(graph), ...findUnshared(graph)];
}

/** A sentence for each import that climbs two folders: `specifiers` as `readSpecifiers` returns them. */
export function findClimbs(file: string, specifiers: readonly string[]): string[] {
  return specifiers
    .filter((specifier) => specifier.includes('../..'))
    .map((specifier) => `${file} imports ${specifier}: what lies two folders away is imported by its #name.`);
}

/**
 * Sentences, one for each test outside of the folders for it that can start a program or a browser by itself. What the
 * server starts is the server's: only tests and scripts are followed. The graph has packages and modules of Node, too.
 */
export function findStarters(graph: SourceGraph): string[] {
  return Object.keys(graph)
    .filter(
      (file) => /\.test\.tsx?$/.test(file) && !/^tests\/(?:browser|process|long|long-browser)\//.test(file),
    )
    .map((file) => findWay(graph, file))
    .filter((way) => way !== null)
    .map(
      (way) => `${way.join(' → ')}: a fast test starts nothing; its place is tests/process or tests/browser.`,
    );
}

const starters = new Set(['node:child_process', 'child_process', 'playwright-core', 'puppeteer-core']);

function findWay(graph: SourceGraph, file: string, seen = new Set<string>()): string[] | null {
  if (starters.has(file)) return [file];
  if (seen.has(file) || !/^(?:tests|scripts)\//.test(file)) return null;
  seen.add(file);
  for (const imported of graph[file] ?? []) {
    const way = findWay(graph, imported, seen);
    if (way !== null) return [file, ...way];
  }
  return null;
}

function* findCrossings(graph: SourceGraph): Generator<string> {
  for (const [file, imports] of Object.entries(graph)) {
    for (const { from, mayNotImport, because } of boundaries) {
      const match = from.exec(file);
      if (!match) continue;
      for (const imported of imports) {
        if (mayNotImport(imported, match[1])) yield `${file} imports ${imported}: ${because}.`;
      }
    }
  }
}

function* findCycles(graph: SourceGraph): Generator<string> {
  const finished = new Set<string>();
  const stack: string[] = [];

  function* visit(file: string): Generator<string> {
    const index = stack.indexOf(file);
    if (index >= 0) {
      yield `${[...stack.slice(index), file].join(' → ')}: files that import each other cannot be understood one at a time.`;
      return;
    }
    if (finished.has(file)) return;
    stack.push(file);
    for (const imported of graph[file] ?? []) yield* visit(imported);
    stack.pop();
    finished.add(file);
  }

  for (const file of Object.keys(graph)) yield* visit(file);
}

function* findUnshared(graph: SourceGraph): Generator<string> {
  const importers = Map.groupBy(
    Object.entries(graph).flatMap(([file, imports]) => imports.map((imported) => ({ file, imported }))),
    ({ imported }) => imported,
  );
  for (const file of Object.keys(graph)) {
    if (!file.startsWith('client/site/')) continue;
    const users = (importers.get(file) ?? []).filter((user) => user.file.startsWith('client/'));
    if (users.length < 2) yield `${file} has ${users.length} user: it belongs to it, not to client/site.`;
  }
}
