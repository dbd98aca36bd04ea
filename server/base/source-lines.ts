import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

// Imported first by each program and thread of the build. `node --enable-source-maps` reads and decodes every map
// while modules load: 100 ms of the processor and 11 MB at each start. This reads a map when a trace first needs it.

const place = /(?:file:\/\/)?(\/[^()]*\.js):(\d+):(\d+)/;
const maps = new Map<string, SourceMap | null>();

/** A line of a stack trace with file and line of the source, or as it is where no map tells. */
function inSources(line: string): string {
  return line.replace(place, (built: string, file: string, lineNumber: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(lineNumber) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return built;
    const source = new URL(entry.originalSource, `file://${file}`);
    // Modules that the build makes itself are no files.
    if (source.protocol !== 'file:') return built;
    return `${fileURLToPath(source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Finds the map of a file by its address. A build that was replaced under a running process has no maps any more. */
function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(new URL(`file://${file}.map`), 'utf8')));
    } catch {
      map = null;
    }
    maps.set(file, map);
  }
  return map;
}

// With the flag Node does it; sources that run unbuilt are named anyway.
if (import.meta.filename.endsWith('.js') && !process.sourceMapsEnabled)
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${inSources(String(site))}`)].join('\n');
