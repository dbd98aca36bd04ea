import { expect, test } from 'vitest';
import { installedCollections } from '#server/features/icons/installed-collections.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { base } from '../helpers/icons.ts';

test('the built server has its collections of icons', async () => {
  for (const collection of installedCollections) {
    const { status } = await fetch(`${sampleSite().origin}${base}/${collection}.json?icons=x`);
    expect.soft(status, collection).toBe(200);
  }
});
