import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectAnswers, sendBroken } from '#tests/helpers/broken-uploads.ts';
import { engines } from '#tests/helpers/databases.ts';
import { openEditSite } from '#tests/helpers/editing.ts';
import { findWithoutFile, listIncoming } from '#tests/helpers/uploads.ts';

describe.for(engines)('on %s', (engine) => {
  test('uploads that break off or are not what they seem leave no file, and no row without one', async () => {
    const site = await openEditSite(engine, {});
    const lin = await site.signIn();
    const server = createServer(site.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const statuses: number[] = [];
    for (let number = 0; number < 36; number += 6) {
      const sent = Array.from({ length: 6 }, (_, n) =>
        sendBroken({ origin, cookie: lin.cookie }, number + n),
      );
      statuses.push(...(await Promise.all(sent)));
    }
    expectAnswers(statuses);
    // Two of twelve leave without waiting for an answer, and one has closed its side.
    expect(statuses.filter((status) => status === 0).length).toBeLessThanOrEqual(9);
    expect(statuses).toContain(201);
    expect(statuses).toContain(303);
    await expect.poll(() => listIncoming(site.services)).toEqual([]);
    expect(await findWithoutFile(site.services)).toEqual([]);
  });
});
