import { spawnSync } from 'node:child_process';

/** Prometheus's own judge of names, rules and what rules say; in Debian's package "prometheus". */
export const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error === undefined;
