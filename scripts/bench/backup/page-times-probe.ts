import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { quantile } from '../statistics.ts';

// Loaded into the measured server before its own code. Answers every message with how long its pages took since the last
// one by its own clock, which knows nothing of how late it is heard by what asks.

export interface PageTimes {
  /** From the head of a request to the end of its answer, in ms. */
  p99: number;
  /** How late the event loop was, in ms, with the millisecond after which it looks: requests wait as long to be read. */
  loopP99: number;
}

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let times: number[] = [];
const startedAt = new WeakMap<object, number>();

// As Node documents these channels.
subscribe('http.server.request.start', (message) => {
  startedAt.set((message as { request: object }).request, performance.now());
});
subscribe('http.server.response.finish', (message) => {
  const began = startedAt.get((message as { request: object }).request);
  if (began !== undefined) times.push(performance.now() - began);
});

process.on('message', () => {
  process.send?.({ p99: quantile(times, 0.99), loopP99: delays.percentile(99) / 1e6 } satisfies PageTimes);
  times = [];
  delays.reset();
});
