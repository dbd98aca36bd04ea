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
    const linesOfRequests = () =>
      site
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"request"') && line.endsWith('}'))
        .map((line) => JSON.parse(line));
    const numbers = () =>
      linesOfRequests().map(({ url }) => Number(new URL(`http://site${url}`).searchParams.get('n')));
    await site.stop(signal);
    // A process that is killed may lose what it says in the same moment: the line of the last request.
    const certain = signal === 'SIGKILL' ? requests - 1 : requests;
    const expected = Array.from({ length: certain }, (_, n) => n);
    // The pipe is read a little later than the process ends.
    await expect.poll(() => numbers().slice(0, certain)).toEqual(expected);
    for (const { time } of linesOfRequests()) expect(new Date(time).toISOString()).toBe(time);
    expect(site.output()).not.toContain('canary');
  },
);
