import { expect, test } from 'vitest';
import { bodyMs } from '#server/http/request/body-time.ts';
import { timeouts } from '#server/http/request/timeouts.ts';

test('headers that never end are cut within 20 s, and bodies within 35 s', () => {
  const { headersTimeout, connectionsCheckingInterval } = timeouts;
  // Node looks at each connection once in the interval.
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(20_000);
  expect(bodyMs).toBeLessThanOrEqual(35_000);
});
