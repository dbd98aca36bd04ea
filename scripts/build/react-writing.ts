import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * How text leaves React's server. React has a small part for that for each host, its stream config; the one for Node
 * encodes every piece of markup by itself, some 3,000 of ten letters for a page, which is a quarter of the time that a
 * page takes. Here pieces are joined as text, and the stream encodes some thousands of letters at once. Only where
 * React has been made for production, as it is in our build; what comes out is the same to the byte.
 */
export const reactWriting: Plugin = {
  name: 'react-writing',
  setup(build) {
    build.onLoad({ filter: /react-dom-server\.node\.production\.js$/ }, async ({ path }) => ({
      contents: joinText(await readFile(path, 'utf8')),
    }));
  },
};

/** The part of React's source from its first variable to the first one after it. */
const streamConfig = /^var currentView = null,\n[^]*?(?=^var assign = Object\.assign,$)/m;
/** The beginning of a piece of work, written out where it is needed. What an earlier one left over is forgotten. */
const beginning = /^( +)currentView = new Uint8Array\(4096\);\n +writtenBytes = 0;\n/gm;

function joinText(source: string): string {
  const beginnings = source.replace(streamConfig, '').match(beginning)?.length;
  if (!streamConfig.test(source) || beginnings !== 2)
    throw new Error(
      'This version of React writes in another way. Compare its stream config for Node with scripts/build/react-writing.ts.',
    );
  return source.replace(streamConfig, () => joiningConfig).replace(beginning, "$1pendingText = '';\n");
}

// The names are React's, but for `pendingText`. The size of a piece is counted in UTF-16 code units instead of bytes:
// it decides only whether what waits behind a Suspense boundary is sent apart.
const joiningConfig = `var pendingText = '', destinationHasCapacity$1 = true;
function writeChunk(destination, chunk) {
  pendingText += chunk;
  if (pendingText.length < 8192) return;
  writeToDestination(destination, pendingText);
  pendingText = '';
}
function writeToDestination(destination, text) {
  const hasCapacity = destination.write(text);
  destinationHasCapacity$1 = destinationHasCapacity$1 && hasCapacity;
}
function writeChunkAndReturn(destination, chunk) {
  writeChunk(destination, chunk);
  return destinationHasCapacity$1;
}
function completeWriting(destination) {
  if (pendingText !== '') destination.write(pendingText);
  pendingText = '';
  destinationHasCapacity$1 = true;
}
var textEncoder = new util.TextEncoder();
function stringToPrecomputedChunk(content) {
  return content;
}
function byteLengthOfChunk(chunk) {
  return chunk.length;
}
`;
