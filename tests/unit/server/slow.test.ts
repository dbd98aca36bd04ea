import request from 'supertest';
import { expect, test } from 'vitest';
import { createCounts } from '#server/operate/metrics/counts/counts.ts';
import { watchQueries } from '#server/operate/metrics/counts/watch-queries.ts';
import { inRequest } from '#server/base/request-context.ts';
import { newTrace } from '#server/base/trace.ts';
import { keptLog } from '#tests/helpers/log-lines.ts';
import { openSite } from '#tests/helpers/site.ts';

const trace = newTrace();

test('a slow query is told of with who asked, without values', () => {
  const { log, lines } = keptLog();
  const counts = createCounts();
  const watch = watchQueries({ counts, log, slowMs: 100 });
  inRequest({ requestId: 'request-1', url: '/search?q=a&token=secret', trace }, () => {
    watch({ sql: 'select 1', ms: 99, error: undefined });
    watch({ sql: 'select * from products where id = ?', ms: 300.4, error: undefined });
    watch({
      sql: 'update products set name = ?',
      ms: 200,
      error: Object.assign(new Error('x'), { code: '53100' }),
    });
  });
  watch({ sql: 'select 2', ms: 100, error: undefined });
  const asked = { requestId: 'request-1', trace_id: trace.traceId, url: '/search?q=a&token=…' };
  expect(lines).toMatchObject([
    { level: 'warn', ...asked, ms: 300, reason: 'reading', sql: 'select * from products where id = ?' },
    { ...asked, ms: 200, reason: 'given up: full' },
    { ms: 100, sql: 'select 2' },
  ]);
  expect(lines[2]).not.toHaveProperty('url');
  expect(counts.slowQueries.look()).toEqual({ count: 3, longestMs: 300 });
  expect(counts.queryErrors.full).toBe(1);
});

test('a page that takes long is told of with its address and reason', async () => {
  const { log, lines } = keptLog();
  // Nothing is rendered in a moment so short.
  const { app, services } = await openSite({ log, env: { SLOW_PAGE_MS: '1', SLOW_QUERY_MS: '0' } });
  services.counts.slowPages.add();
  await request(app).get('/product').set('Accept', 'text/html').expect(200);
  const told = lines.filter(({ msg }) => msg === 'a page was slow');
  expect(told).toMatchObject([
    {
      url: '/product',
      requestId: expect.any(String),
      reason: expect.stringMatching(/^(?:database|loading|rendering)$/),
      queries: expect.any(Number),
    },
  ]);
  expect(told[0]?.['queries']).toBeGreaterThan(0);
});
