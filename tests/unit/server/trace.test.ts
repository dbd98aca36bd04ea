import { describe, expect, test } from 'vitest';
import { readTrace, traceHeaders } from '#server/trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const requestId = '0a1b2c3d-1111-4222-8333-444455556666';
const ownId = '0a1b2c3d111142228333444455556666';

function idOf(traceparent: string | string[]): string {
  return readTrace({ traceparent }, requestId).traceId;
}

describe('a trace', () => {
  test.for([
    `00-${traceId}-${parent}-01`,
    `00-${traceId}-${parent}-00`,
    `00-${traceId}-${parent}-ff`,
    `01-${traceId}-${parent}-01`,
    `cc-${traceId}-${parent}-01-what-the-future-will-be-like`,
  ])('goes on from %s', (traceparent) => {
    expect(idOf(traceparent)).toBe(traceId);
  });

  test.for([
    '',
    'nonsense',
    `ff-${traceId}-${parent}-01`,
    `00-${traceId}-${parent}-01-more`,
    `01-${traceId}-${parent}-01more`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parent}-01`,
    `00-${traceId.slice(1)}-${parent}-01`,
    `00-${traceId}-${parent}-1`,
    `00-${traceId}-${parent}-0g`,
    ` 00-${traceId}-${parent}-01`,
    [`00-${traceId}-${parent}-01`, `00-${traceId}-${parent}-01`],
  ])('is a new one after %j', (traceparent) => {
    expect(idOf(traceparent)).toBe(ownId);
  });

  test('has a span of its own each time', () => {
    const spans = Array.from({ length: 1000 }, () => readTrace({}, requestId).spanId);
    expect(new Set(spans).size).toBe(1000);
    for (const span of spans) expect(span).toMatch(/^[\da-f]{16}$/);
  });

  test('has random digits where the request id is no UUID', () => {
    const ids = ['my-own-request', '0'.repeat(32), 'x'.repeat(36)].map((id) => readTrace({}, id).traceId);
    for (const id of ids) expect(id).toMatch(/^(?!0{32})[\da-f]{32}$/);
    expect(new Set(ids).size).toBe(3);
    expect(readTrace({}, traceId).traceId).toBe(traceId);
  });

  test('is handed on with its state and whether it is recorded', () => {
    const given = { traceparent: `00-${traceId}-${parent}-03`, tracestate: 'vendor=1,other=2' };
    const trace = readTrace(given, requestId);
    expect(Object.fromEntries(traceHeaders(trace))).toEqual({
      traceparent: `00-${traceId}-${trace.spanId}-01`,
      tracestate: 'vendor=1,other=2',
    });
    const own = readTrace({ tracestate: 'vendor=1' }, requestId);
    expect(Object.fromEntries(traceHeaders(own))).toEqual({ traceparent: `00-${ownId}-${own.spanId}-00` });
  });
});
