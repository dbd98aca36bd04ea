import type { SourceGraph } from './source-graph.ts';

interface Boundary {
  /** Of the importing file. */
  from: RegExp;
  /** Of the files that it must not import. `$1` is what `from` captured. */
  mayNotImport: (file: string, captured: string | undefined) => boolean;
  because: string;
}

const boundaries: Boundary[] = [
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
    from: /^client\/site\//,
    mayNotImport: (file) => /^client\/(pages|layouts)\//.test(file),
    because: 'client/site holds what pages share, so it does not know the pages',
  },
  {
    from: /^server\/(?!pages\/)/,
    mayNotImport: (file) => file.startsWith('client/'),
    because: 'only server/pages renders components',
  },
  {
    from: /^server\/(?:http|db)\//,
    mayNotImport: (file) => /^server\/(pages|features)\//.test(file),
    because: 'server/http and server/db are below the features',
  },
  {
    from: /^server\/features\/([^/]+)\//,
    mayNotImport: (file, own) =>
      file.startsWith('server/pages/') ||
      (file.startsWith('server/features/') && !file.startsWith(`server/features/${own}/`)),
    because: 'a feature imports no other feature; a loader in server/pages joins them',
  },
];

/** Sentences, one for each import that crosses a boundary and each circle of imports. */
export function findViolations(graph: SourceGraph): string[] {
  return [...findCrossings(graph), ...findCycles(graph)];
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
