import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfigNames } from '#scripts/tools/config-names.ts';
import { parseDockerfile, readImageSettings } from '#scripts/tools/dockerfile.ts';
import { parseManifests } from '../helpers/manifests.ts';

// A file that starts a command of ours gives it every setting that the site has beside it: readConfig reads them all, and a
// command that lacks one works on something else than the site.

/** Settings of a process that listens; a command reads them and does nothing with them. */
const ofListeners = ['HOST', 'PORT', 'SHUTDOWN_DRAIN_MS', 'SHUTDOWN_DEADLINE_MS'];
const settings = readConfigNames()
  .filter((name) => !ofListeners.includes(name))
  .flatMap((name) => [name, `${name}_FILE`]);
const image = readImageSettings(parseDockerfile(readFileSync('Dockerfile', 'utf8')));

const isCommand = (words: string) => /\bcli\.js\b/.test(words);

type Settings = Record<string, string | null>;

/** A program of ours and everything that it learns from whoever starts it. */
interface Started {
  name: string;
  isCommand: boolean;
  settings: Settings;
  /** Whether it is one of the site's, which all others are compared with. */
  isSite: boolean;
}

const containerSchema = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});
const volumeSchema = z.object({ name: z.string() }).loose();
type Container = z.infer<typeof containerSchema>;

/** Every container of a manifest with the volumes of its pod, wherever it stands. */
function podsIn(data: unknown): { containers: Container[]; volumes: z.infer<typeof volumeSchema>[] }[] {
  if (typeof data !== 'object' || data === null) return [];
  const inner = Object.values(data).flatMap(podsIn);
  if (!('containers' in data)) return inner;
  const { containers, initContainers, volumes } = z
    .object({
      containers: z.array(containerSchema),
      initContainers: z.array(containerSchema).default([]),
      volumes: z.array(volumeSchema).default([]),
    })
    .parse(data);
  return [...inner, { containers: [...initContainers, ...containers], volumes }];
}

function startedByManifests(text: string): Started[] {
  const shared = globSync('deploy/kubernetes/*.yaml').map((file) => readFileSync(file, 'utf8'));
  const maps = new Map(
    shared
      .flatMap((file) => parseManifests('all', file))
      .filter(({ kind }) => kind === 'ConfigMap')
      .map(({ name, data }) => [name, z.object({ data: z.record(z.string(), z.string()) }).parse(data).data]),
  );
  return parseManifests('one', text).flatMap(({ kind, name, data }) =>
    podsIn(data).flatMap(({ containers, volumes }) =>
      containers
        .filter(
          ({ command, image: of }) => isCommand(command.join(' ')) || (isOurs(of) && command.length === 0),
        )
        .map((container) => ({
          name: `${kind} ${name}`,
          isCommand: container.command.length > 0,
          isSite: container.command.length === 0,
          settings: {
            ...(isOurs(container.image) && image.env),
            ...Object.assign({}, ...container.envFrom.map(({ configMapRef }) => maps.get(configMapRef.name))),
            ...Object.fromEntries(container.env.map((one) => [one.name, one.value])),
            'the secrets': describeVolume('/run/secrets/qingye', container, volumes),
          },
        })),
    ),
  );
}

const isOurs = (name: string) => name.startsWith('qingye:');

function describeVolume(
  at: string,
  { volumeMounts }: Container,
  volumes: readonly z.infer<typeof volumeSchema>[],
): string {
  const mount = volumeMounts.find(({ mountPath }) => mountPath === at);
  const { name: _, ...volume } = volumes.find(({ name }) => name === mount?.name) ?? { name: '' };
  return JSON.stringify(volume);
}

function startedByCompose(text: string): Started[] {
  const schema = z.object({
    services: z.record(
      z.string(),
      z.object({
        build: z.string().optional(),
        command: z.union([z.string(), z.array(z.string())]).default(''),
        environment: z.record(z.string(), z.string().nullable()).default({}),
        secrets: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
      }),
    ),
  });
  return Object.entries(schema.parse(parse(text, { merge: true })).services)
    .filter(([, { build }]) => build !== undefined)
    .map(([name, { command, environment, secrets, volumes }]) => ({
      name: `service ${name}`,
      isCommand: isCommand(String(command)),
      isSite: !isCommand(String(command)),
      settings: {
        ...image.env,
        ...environment,
        'the secrets': secrets.join(),
        'the data': volumes.filter((volume) => volume.endsWith(':/data')).join(),
      },
    }));
}

/** A unit of systemd, or the words of `systemd-run`: its files of settings stand for what is in them. */
function startedByUnit(name: string, text: string): Started {
  const linesOf = (key: string) =>
    [...text.matchAll(new RegExp(`(?:^|--property=|--)${key}=(\\S.*?)(?= --| \\\\|$)`, 'gm'))].map(
      ([, value = '']) => value,
    );
  const own = [...linesOf('Environment'), ...linesOf('setenv')].join(' ').split(' ');
  const starts = /^ExecStart=.*|^\s+\/usr\/bin\/node .*/m.exec(text)?.[0] ?? '';
  return {
    name,
    isCommand: isCommand(starts),
    isSite: !isCommand(starts),
    settings: {
      ...Object.fromEntries(own.filter((one) => one !== '').map((one) => one.split('='))),
      'the files of settings': linesOf('EnvironmentFile').join(),
      'the user': [...linesOf('User'), ...linesOf('uid')].join(),
    },
  };
}

/** The settings that a command has otherwise than a site beside it. */
function findDifferences(started: readonly Started[]): string[] {
  const sites = started.filter(({ isSite }) => isSite);
  return started
    .filter((one) => one.isCommand)
    .flatMap(({ name, settings: own }) => {
      const differences = sites.map((site) =>
        [...settings, 'the secrets', 'the data', 'the files of settings', 'the user']
          .filter((setting) => own[setting] !== site.settings[setting])
          .map((setting) => `${name}: ${setting}`),
      );
      return (
        differences.toSorted((a, b) => a.length - b.length)[0] ?? [`${name}: there is no site beside it`]
      );
    });
}

const documents = globSync('docs/**/*.md').map((file) => readFileSync(file, 'utf8'));
const fences = documents.flatMap((text) =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
);
const siteUnit = readFileSync('deploy/systemd/qingye.service', 'utf8');

describe('whoever starts a command gives it all settings of the site', () => {
  test.for(['postgres', 'sqlite'])('deploy/kubernetes/%s.yaml', (file) => {
    const text = readFileSync(`deploy/kubernetes/${file}.yaml`, 'utf8');
    const started = startedByManifests(text);
    expect(started.map(({ name }) => name.split(' ')[0])).toEqual([
      file === 'sqlite' ? 'StatefulSet' : 'Deployment',
      'CronJob',
    ]);
    expect(findDifferences(started)).toEqual([]);
    // Without its settings, as it was.
    const lines = text.split('\n');
    const last = lines.findLastIndex((line) => line.includes('configMapRef: { name: qingye }'));
    const without = startedByManifests(lines.toSpliced(last, 1).join('\n'));
    expect(findDifferences(without)).toContain('CronJob qingye-backup: PUBLIC_URL');
  });

  test('compose.yaml', () => {
    const text = readFileSync('compose.yaml', 'utf8');
    expect(findDifferences(startedByCompose(text))).toEqual([]);
    const planted = `services:
  backup:
    <<: *site
    command: [node, dist/cli.js, backup, /backups]
    volumes: ['site:/data']
    environment: { MEDIA_URL: }
`;
    const differences = findDifferences(startedByCompose(text.replace('services:\n', planted)));
    expect(differences).toContain('service backup: MEDIA_STORE');
    expect(differences).not.toContain('service backup: MEDIA_URL');
  });

  test('units of systemd', () => {
    const units = fences.filter((code) => /^\[Service\]$/m.test(code) && isCommand(code));
    expect(units).toHaveLength(1);
    const site = startedByUnit('site', siteUnit);
    // PROCESSES is for what serves.
    const { PROCESSES: _, ...others } = site.settings;
    const beside = { ...site, settings: others };
    const differencesOf = (unit: string) => findDifferences([beside, startedByUnit('unit', unit)]);
    for (const unit of units) {
      expect(differencesOf(unit)).toEqual([]);
      // It makes a folder where its user may make none.
      expect(unit).toMatch(
        /^ExecStartPre=\+\S+\/install -d -m 0700 -o qingye -g qingye (\S+)\nExecStart=.* backup \1 /m,
      );
      expect(differencesOf(unit.replace(/^EnvironmentFile=.*\n/m, ''))).toEqual([
        'unit: the files of settings',
      ]);
      expect(differencesOf(unit.replace(/^Environment=.*\n/m, ''))).toEqual(['unit: DATA_DIR']);
    }
    const runs = fences.flatMap((code) => code.match(/^systemd-run [\s\S]*?[^\\]\n/gm) ?? []);
    expect(runs.length).toBeGreaterThan(0);
    for (const words of runs) expect(differencesOf(words), words).toEqual([]);
  });

  test('containers of the documents are services of compose.yaml', () => {
    const known = startedByCompose(readFileSync('compose.yaml', 'utf8')).map(({ name }) => name);
    const named = fences
      .flatMap((code) => code.split('\n'))
      .filter((line) => line.includes('docker') && isCommand(line))
      .map((line) => `service ${/(\S+) node dist\/cli\.js/.exec(line)?.[1]}`);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
