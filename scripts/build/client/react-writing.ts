import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * How text leaves React's server. React has a small part for that for each host, its stream config; the one for Node
 * encodes every piece of markup by itself, some 3,000 of ten letters for a page, which is a quarter of the time that a
 * page takes. Here pieces are joined as text, and the stream encodes some thousands of letters at once. Only where
 * React has been made for production, as it is in our build; what comes out is the same to the byte.
 *
 * A new version of React may write in another way, and then the build stops. `REACT_WRITING=off` builds with React as
 * it comes, whose pages are the same and take longer: an upgrade that mends React's security need not wait for this.
 *
 * To remove, when React joins text itself, or when `npm run bench` finds the cold pages of a build without it less than
 * a tenth slower: this file, its line in scripts/build/server.ts and tests/pages/react-writing.test.tsx.
 */
export const reactWriting: Plugin = {
  name: 'react-writing',
  setup(build) {
    if (process.env['REACT_WRITING'] === 'off') return;
    build.onLoad({ filter: /react-dom-server\.node\.production\.js$/ }, async ({ path }) => ({
      contents: joinText(await readFile(path, 'utf8')),
    }));
  },
};

/** The part of React's source from its first variable to the first one after it. */
const streamConfig = /^var currentView = null,\n[^]*?(?=^var assign = Object\.assign,$)/m;
/** Hash of the original part, of React 19.3.1: later additions to it would be lost unseen. */
const comparedHash = 'abb00cba858ce133c658081a742cfbdf9b9b5f7aabcc71e964848f7b7c64cb03';
/** The beginning of a piece of work, inlined where it is needed. Output left over by an earlier one is dropped. */
const beginning = /^( +)currentView = new Uint8Array\(4096\);\n +writtenBytes = 0;\n/gm;

function joinText(source: string): string {
  const [replaced = ''] = streamConfig.exec(source) ?? [];
  const beginnings = source.replace(streamConfig, '').match(beginning)?.length;
  const hash = createHash('sha256').update(replaced).digest('hex');
  if (hash !== comparedHash || beginnings !== 2)
    throw new Error(
      `This version of React writes in another way. Compare its stream config for Node (SHA-256 ${hash}) with scripts/build/client/react-writing.ts; until then REACT_WRITING=off builds without it.`,
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
