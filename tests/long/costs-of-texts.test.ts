import { describe, expect, test } from 'vitest';
import { editorReaders } from '../helpers/costs/editor-readers.ts';
import { findCost } from '../helpers/costs/measure.ts';
import { requestReaders } from '../helpers/costs/request-readers.ts';
import { growingShapes } from '../helpers/costs/shapes.ts';
import { tableReaders } from '../helpers/costs/table-readers.ts';

const readers = [...(await requestReaders()), ...editorReaders, ...tableReaders];
const shapes = growingShapes();

/**
 * Rendering and comparing texts is not in the table: a thread does it, which may compute for 10 s and hold 512 MB
 * (server/content/thread/start-content-thread.ts). Neither are passwords (start-hash-thread.ts), cards, fonts and pictures
 * (media-worker.ts), nor what `content import` reads: files, drawings and `site.yaml`.
 */
describe('the event loop is not held by a growing text', () => {
  test.each(readers)('$name', async ({ read, maxLength, maxMs, prepare = (text) => text }) => {
    const costs: string[] = [];
    for (const { name, make } of shapes) {
      const cost = await findCost({ read, make: (length) => prepare(make(length)), maxLength, maxMs });
      if (cost !== null) costs.push(`${name}: ${cost}`);
    }
    expect(costs).toEqual([]);
  });
});
