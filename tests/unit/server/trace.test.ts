import { describe, expect, test } from 'vitest';
import { readTrace, traceHeaders } from '#server/base/trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

function idOf(traceparent: string | string[]): string {
  return readTrace({ traceparent }).traceId;
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
    expect(idOf(traceparent)).toMatch(/^(?!0{32})[\da-f]{32}$/);
    expect(idOf(traceparent)).not.toBe(traceId);
  });

  test('has an id of its own each time, and a span', () => {
    const traces = Array.from({ length: 5000 }, () => readTrace({}));
    expect(new Set(traces.map((trace) => trace.traceId)).size).toBe(5000);
    expect(new Set(traces.map((trace) => trace.spanId)).size).toBe(5000);
    for (const trace of traces) {
      expect(trace.traceId).toMatch(/^[\da-f]{32}$/);
      expect(trace.spanId).toMatch(/^[\da-f]{16}$/);
    }
  });

  test('is handed on with its state and whether it is recorded', () => {
    const given = { traceparent: `00-${traceId}-${parent}-03`, tracestate: 'vendor=1,other=2' };
    const trace = readTrace(given);
    expect(Object.fromEntries(traceHeaders(trace))).toEqual({
      traceparent: `00-${traceId}-${trace.spanId}-01`,
      tracestate: 'vendor=1,other=2',
    });
    const own = readTrace({ tracestate: 'vendor=1' });
    expect(Object.fromEntries(traceHeaders(own))).toEqual({
      traceparent: `00-${own.traceId}-${own.spanId}-00`,
    });
  });
});
