import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { root } from '../build/folders.ts';
import { readConfigNames } from './config-names.ts';
import { check, expectThat } from './report.ts';

const names = z.array(z.string()).default([]);
const declarations = z.record(z.string(), z.unknown()).default({});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: names,
      build: z.string().optional(),
      environment: declarations,
      volumes: names,
      secrets: names,
      configs: z.array(z.object({ source: z.string() })).default([]),
      depends_on: declarations,
    }),
  ),
  volumes: declarations,
  secrets: declarations,
  configs: declarations,
});

/** Names that compose.yaml uses and nobody declared: Compose would tell only when someone starts it. */
export async function checkCompose(): Promise<void> {
  const text = readFileSync(path.join(root, 'compose.yaml'), 'utf8');
  await check('compose.yaml names only what it declares and settings that the server reads', () => {
    const { services, volumes, secrets, configs } = composeSchema.parse(parse(text, { merge: true }));
    const settings = readConfigNames().flatMap((name) => [name, `${name}_FILE`]);
    for (const [name, service] of Object.entries(services)) {
      const mine = (kind: string, used: readonly string[], known: readonly string[]) => {
        const unknown = used.filter((entry) => !known.includes(entry));
        expectThat(unknown.length === 0, `${name}: no such ${kind}: ${unknown.join(', ')}`);
      };
      const profiled = Object.entries(services).filter(
        ([, other]) => other.profiles.join() === service.profiles.join(),
      );
      expectThat(service.profiles.length === 1, `${name} is not in one profile`);
      mine(
        'volume',
        service.volumes.map((volume) => volume.split(':')[0] ?? ''),
        Object.keys(volumes),
      );
      mine('secret', service.secrets, Object.keys(secrets));
      mine(
        'config',
        service.configs.map(({ source }) => source),
        Object.keys(configs),
      );
      mine(
        'service in its profile',
        Object.keys(service.depends_on),
        profiled.map(([other]) => other),
      );
      if (service.build !== undefined) mine('setting', Object.keys(service.environment), settings);
    }
    return Object.keys(services).join(', ');
  });
}
