import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { readConfigNames } from '#scripts/tools/config-names.ts';

const text = readFileSync('.env.example', 'utf8');
const uncommented = text.replace(/^# (?=\w+=)/gm, '');
const defaults = [...text.matchAll(/^# Default: (.+)\n# (\w+)=/gm)].map(([, value = '', name = '']) => ({
  name,
  value,
}));

describe('.env.example', () => {
  it('names every variable that the server reads, and no other', () => {
    const names = [...text.matchAll(/^# (\w+)=/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(readConfigNames());
    expect(names.length).toBeGreaterThan(10);
  });

  it('changes nothing as it is', () => {
    expect(parseEnv(text)).toEqual({});
  });

  it('is a configuration when every example is uncommented', () => {
    const config = readConfig(parseEnv(uncommented));
    expect(config).toMatchObject({
      port: 8080,
      basePath: '/shop/',
      database: { engine: 'postgres', poolSize: 20 },
    });
  });

  it('gives each variable an example that differs from its default', () => {
    for (const { name, value } of defaults) expect(parseEnv(uncommented)[name], name).not.toBe(value);
  });

  it('states a default for every variable', () => {
    expect(defaults.map(({ name }) => name).sort()).toEqual(readConfigNames());
  });

  it.each(defaults)('states the default of $name that the server has', ({ name, value }) => {
    // The size of a pool is seen with PostgreSQL only.
    const others = name === 'DATABASE_POOL_SIZE' ? { DATABASE_URL: 'postgres://127.0.0.1/qingye' } : {};
    expect(readConfig({ ...others, [name]: value === 'none' ? '' : value })).toEqual(readConfig(others));
  });
});
