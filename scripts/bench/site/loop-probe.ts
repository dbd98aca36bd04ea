import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the measured server before its own code. Answers every message with how long its event loop was held at
// most since the last one, in ms.

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

process.on('message', () => {
  process.send?.(delays.max / 1e6);
  delays.reset();
});
