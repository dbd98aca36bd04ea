import request from 'supertest';
import { expect, test } from 'vitest';
import { anIconService } from '../helpers/icon-service.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

test('the line of a request names its trace, also when its page was stored', async () => {
  const { log, lines } = keptLog();
  const { app } = await openSite({ log });
  for (let n = 0; n < 2; n += 1) await request(app).get('/product').set({ traceparent }).expect(200);
  await request(app).get('/product').expect(200);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(3);
  const told = lines.filter(({ msg }) => msg === 'request');
  expect(told.map((line) => line['trace_id'])).toEqual([
    traceId,
    traceId,
    expect.stringMatching(/^(?!4bf9)[\da-f]{32}$/),
  ]);
  const spans = told.map((line) => line['span_id']);
  for (const span of spans) expect(span).toMatch(/^[\da-f]{16}$/);
  expect(new Set([...spans, '00f067aa0ba902b7']).size).toBe(4);
});

test('who is asked for a visitor learns the trace, and each request its own', async () => {
  const { log, lines } = keptLog();
  const heard: unknown[] = [];
  const service = await anIconService((asked, response) => {
    heard.push(asked.headers['traceparent']);
    response.statusCode = 404;
    response.end();
  });
  const { app } = await openSite({ log, env: { ICON_API_URL: service.url } });
  await request(app).get('/api/_nuxt_icon/tabler.json?icons=cup').set({ traceparent });
  await request(app).get('/api/_nuxt_icon/ph.json?icons=cup');
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request')).toHaveLength(2);
  const own = lines
    .filter(({ msg }) => msg === 'request')
    .map((line) => [String(line['trace_id']), String(line['span_id'])]);
  expect(own[0]?.[0]).toBe(traceId);
  expect(heard).toEqual([`00-${own[0]?.join('-')}-01`, `00-${own[1]?.join('-')}-00`]);
});
