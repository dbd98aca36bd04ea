import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';

const requests = 200;

test.for(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'after %s every request has its line, in order, without secrets',
  async (signal) => {
    const site = await startSite(production);
    for (let n = 0; n < requests; n += 1) {
      const headers = { Cookie: 'session=canary-cookie', Authorization: 'Bearer canary-token' };
      await (await fetch(`${site.origin}/product?n=${n}&token=canary-query`, { headers })).text();
    }
    // A process that is killed may lose what it says in the same moment.
    if (signal === 'SIGKILL') await delay(100);
    await site.stop(signal);
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
    const numbers = lines.map(({ url }) => Number(new URL(`http://site${url}`).searchParams.get('n')));
    expect(numbers).toEqual(Array.from({ length: requests }, (_, n) => n));
    for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
    expect(site.output()).not.toContain('canary');
  },
);
