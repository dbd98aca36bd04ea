import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfigNames } from '#scripts/tools/config-names.ts';

const names = z.array(z.string()).default([]);
const declared = z.record(z.string(), z.unknown()).default({});
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: z.tuple([z.string()]),
      build: z.string().optional(),
      environment: z.record(z.string(), z.string().nullable()).default({}),
      volumes: names,
      secrets: names,
      configs: z.array(z.object({ source: z.string() })).default([]),
      depends_on: declared,
    }),
  ),
  volumes: declared,
  secrets: declared,
  configs: declared,
});
const text = readFileSync('compose.yaml', 'utf8');
const { services, ...declarations } = composeSchema.parse(parse(text, { merge: true }));
const sites = Object.entries(services).filter(([, { build }]) => build !== undefined);
const imageEnv = new Map(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^(?:ENV| {3}) (\w+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

/** Settings that do not come from outside: address and storage of the server, and those for development. */
const decided = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'LIVE_RELOAD'];
const decidedOf: Record<string, string[]> = {
  site: [...decided, 'DATABASE_POOL_SIZE', 'DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'],
  replica: decided,
};

/** By the schema that the specification of Compose publishes, which knows every field that there is. */
function findSchemaErrors(compose: string) {
  const file = 'node_modules/dclint/schemas/compose.schema.json';
  // It names its own language by an address that Ajv has under another.
  const { $schema: _language, ...schema } = z
    .looseObject({ $schema: z.string() })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  validate(parse(compose, { merge: true }));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('compose.yaml', () => {
  test('is as the published schema of Compose has it', () => {
    expect(findSchemaErrors(text)).toEqual([]);
    expect(findSchemaErrors(text.replace('stop_grace_period: 15s', 'stop_grace: 15s'))).toHaveLength(2);
    expect(findSchemaErrors(text.replace('replicas: 2', 'replicas: [2]'))).not.toEqual([]);
  });

  test('runs the site in one way and in the other', () => {
    expect(sites.map(([name]) => name)).toEqual(Object.keys(decidedOf));
  });

  // Compose itself reports it only at the start.
  test.for(Object.entries(services))('declares what %s names', ([, service]) => {
    const { volumes, secrets, configs } = declarations;
    const inProfile = Object.entries(services).filter(
      ([
        ,
        {
          profiles: [one],
        },
      ]) => one === service.profiles[0],
    );
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(service.volumes.map((v) => v.split(':')[0])));
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets));
    expect(Object.keys(configs)).toEqual(expect.arrayContaining(service.configs.map(({ source }) => source)));
    expect(inProfile.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(service.depends_on)));
  });

  test.for(sites)('names no setting of %s that the server does not read', ([, { environment }]) => {
    const known = readConfigNames().flatMap((name) => [name, `${name}_FILE`]);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });

  test.for(sites)('hands every setting on to %s that is not decided there', ([name, { environment }]) => {
    const handedOn = readConfigNames().filter((setting) => !decidedOf[name]?.includes(setting));
    expect(handedOn.length).toBeGreaterThan(20);
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(handedOn));
  });

  test.for(sites)('changes nothing of %s unless it is told to', ([, { environment }]) => {
    const { TRUST_PROXY: _behindNginx, DATABASE_URL_FILE: _secret, ...settings } = environment;
    for (const [name, value] of Object.entries(settings)) {
      // A name without a value would remove the image's value.
      const image = imageEnv.get(name);
      expect(value, name).toBe(image === undefined ? null : `\${${name}:-${image}}`);
    }
  });
});
