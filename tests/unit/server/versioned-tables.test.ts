import { expect, test } from 'vitest';
import { contentKinds, kindNames } from '#server/content/kinds/content-kinds.ts';
import { createMarkdownRenderer } from '#server/content/render-markdown.ts';
import { columnsOf } from '#server/db/columns.ts';
import { versionedTables } from '#server/db/entry-versions.ts';

/** Columns that are made of others of their row. */
const derived = new Set(['picture', 'picture_alt', 'cheap_key', 'dear_key']);

test.for(kindNames)('every column of %s that can be changed makes a new version', (kind) => {
  const made = Object.keys(contentKinds[kind].toMade(createMarkdownRenderer()('')));
  const changed = columnsOf[kind].filter((column) => !made.includes(column) && !derived.has(column));
  // One that is forgotten is overwritten by the second of two editors, without a conflict.
  expect(versionedTables[kind].columns.toSorted()).toEqual(changed.toSorted());
});
