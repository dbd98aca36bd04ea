import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { readConfigNames } from '#scripts/tools/config-names.ts';

const file = 'deploy/systemd/qingye.service';
const text = readFileSync(file, 'utf8');
const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';

test('the unit sets what the server reads, and starts what the build makes', () => {
  const settings = Object.fromEntries(
    valueOf('Environment')
      .split(' ')
      .map((setting) => setting.split('=')),
  );
  expect(Object.keys(settings).filter((name) => !readConfigNames().includes(name))).toEqual([]);
  expect(readConfig(settings).dataDir).toBe(`/var/lib/${valueOf('StateDirectory')}`);
  for (const command of ['ExecStart', 'ExecReload'])
    expect(existsSync(/\/opt\/qingye\/current\/(\S+)/.exec(valueOf(command))?.[1] ?? 'none'), command).toBe(
      true,
    );
});

test('the unit lets processes finish as long as they may take', () => {
  const { shutdownDrainMs, shutdownDeadlineMs } = readConfig({});
  const stopMs = Number(valueOf('TimeoutStopSec')) * 1000;
  expect(stopMs).toBeGreaterThan(shutdownDrainMs + shutdownDeadlineMs + 5_000);
  // Otherwise those whose parent was killed would be killed with it.
  expect(valueOf('KillMode')).toBe('control-group');
});

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts the unit', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  // Node is elsewhere on some machines.
  expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))).toEqual([]);
});
