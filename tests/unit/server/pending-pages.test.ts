import { expect, test } from 'vitest';
import { createPendingPages } from '#server/pages/store/pending-pages.ts';

test('others wait for a page that is being made as long as nothing has changed', async () => {
  const pending = createPendingPages({ now: () => 0 });
  const made = Promise.withResolvers<null>();
  let isUntouched = true;
  const guard = { isUntouched: () => isUntouched, isStillValid: () => true };
  const sharing = pending.share({ key: '/', guard }, made.promise);
  expect(pending.find('/product')).toBeNull();
  expect(pending.find('/')).not.toBeNull();
  isUntouched = false;
  expect(pending.find('/')).toBeNull();
  isUntouched = true;
  made.resolve(null);
  await sharing;
  expect(pending.find('/')).toBeNull();
});
