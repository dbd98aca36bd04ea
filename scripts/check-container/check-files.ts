import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/folders.ts';
import type { IgnoreRules } from './build-context.ts';
import { readConfigNames } from './config-names.ts';
import { execForm, parsePairs, type Dockerfile, type Stage } from './dockerfile.ts';
import { check, expectThat } from './report.ts';

/** `docker stop` waits this long before it kills. */
export const graceMs = 10_000;

/** What the finished image says about itself. */
export interface ImageSettings {
  env: Readonly<Record<string, string>>;
  entrypoint: string[];
  command: string[];
  healthCheck: string[];
  user: string;
}

export function readImageSettings(stage: Stage): ImageSettings {
  const text = (keyword: string) =>
    stage.instructions.findLast((entry) => entry.keyword === keyword)?.text ?? '';
  const env = stage.instructions
    .filter((entry) => entry.keyword === 'ENV')
    .flatMap((entry) => parsePairs(entry.text));
  return {
    env: Object.fromEntries(env),
    entrypoint: execForm(text('ENTRYPOINT')) ?? [],
    command: execForm(text('CMD')) ?? [],
    healthCheck: execForm(text('HEALTHCHECK').replace(/^CMD\s+/, '')) ?? [],
    user: text('USER'),
  };
}

/** Everything that can be judged without building. */
export async function checkFiles({ globalArgs, stages }: Dockerfile, rules: IgnoreRules): Promise<void> {
  const runtime = lastStage(stages);
  const instructions = stages.flatMap((stage) => stage.instructions);
  const args = instructions
    .filter(({ keyword }) => keyword === 'ARG')
    .flatMap(({ text }) => parsePairs(text));
  const { env } = readImageSettings(runtime);

  await check('the base image has the Node that package.json asks for', () => {
    const asked = /\d+/.exec(readPackage().engines.node)?.[0] ?? '';
    expectThat(runtime.base === `node:${asked}-slim`, `${runtime.base} is not node:${asked}-slim`);
  });
  await check('every COPY source exists and reaches the build', () => checkCopies(stages, rules));
  await check('the label has the version of package.json', () => {
    expectThat(new Map(args).get('VERSION') === readPackage().version, 'ARG VERSION is another version');
  });
  await check('no secret is in the instructions or reaches the build', () => {
    checkSecrets([...globalArgs, ...args, ...Object.entries(env)], rules);
  });
  await checkSettings(runtime);
}

async function checkSettings(runtime: Stage): Promise<void> {
  const { env, entrypoint, command, healthCheck, user } = readImageSettings(runtime);
  const text = (keyword: string) => runtime.instructions.find((entry) => entry.keyword === keyword)?.text;

  await check('CMD and HEALTHCHECK are in exec form and start node itself', () => {
    expectThat(command[0] === 'node', 'CMD is not ["node", …]');
    expectThat(healthCheck[0] === 'node', 'HEALTHCHECK is not CMD ["node", …]');
  });
  await check('process 1 reaps those who have lost their parent', () => {
    expectThat(entrypoint[0] === 'tini', 'ENTRYPOINT is not ["tini", "--"]');
  });
  await check('the user is not root, and a platform can see that', () => {
    expectThat(/^[1-9]\d*$/.test(user), `USER ${user} is not a number above 0`);
  });
  await check('signal, port, volume and times agree with the settings', () => {
    expectThat(text('STOPSIGNAL') === 'SIGTERM', 'STOPSIGNAL is not SIGTERM');
    expectThat(text('EXPOSE') === env['PORT'], 'EXPOSE is not PORT');
    expectThat(text('VOLUME') === env['DATA_DIR'], 'VOLUME is not DATA_DIR');
    const stopMs = Number(env['SHUTDOWN_DRAIN_MS']) + Number(env['SHUTDOWN_DEADLINE_MS']);
    expectThat(
      stopMs < graceMs,
      `drain and deadline are ${stopMs} ms, docker stop kills after ${graceMs} ms`,
    );
  });
  await check('every setting is one that the server reads', () => {
    const unknown = Object.keys(env).filter((name) => !readConfigNames().includes(name));
    expectThat(unknown.length === 0, `not read by server/config.ts: ${unknown.join(', ')}`);
  });
}

export function lastStage(stages: readonly Stage[]): Stage {
  const stage = stages.at(-1);
  expectThat(stage !== undefined, 'the Dockerfile has no FROM');
  return stage;
}

export function readPackage(): {
  version: string;
  engines: { node: string };
  devDependencies: Record<string, string>;
} {
  // Our own file.
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as ReturnType<typeof readPackage>;
}

function checkCopies(stages: readonly Stage[], rules: IgnoreRules): void {
  stages.forEach((stage, index) => {
    for (const { line, flags, text } of stage.instructions.filter((entry) => entry.keyword === 'COPY')) {
      const from = flags.find((flag) => flag.name === 'from')?.value;
      const earlier = stages.slice(0, index).map(({ name }) => name);
      if (from !== undefined) {
        expectThat(earlier.includes(from), `line ${line}: there is no stage ${from} before this one`);
        continue;
      }
      for (const source of text.split(/\s+/).slice(0, -1)) {
        expectThat(existsSync(path.join(root, source)), `line ${line}: ${source} does not exist`);
        expectThat(
          source === '.' || !rules.isIgnored(source),
          `line ${line}: .dockerignore keeps ${source} out`,
        );
      }
    }
  });
}

/** Where secrets and private data are found in practice. */
const privateFiles = [
  ...[
    '.env',
    '.env.production',
    'server/.env',
    'client/.env.local',
    '.npmrc',
    'server/.npmrc',
    '.git/config',
  ],
  ...[
    'secrets/database-url',
    'data/site.db',
    'server/site.db-wal',
    'id_rsa',
    'server/tls.key',
    'server/tls.pem',
  ],
  ...['node_modules/sharp/package.json', 'dist/server.js', 'tests/helpers/site.ts', '.ssh/config'],
];

function checkSecrets(
  settings: readonly (readonly [name: string, value: string])[],
  rules: IgnoreRules,
): void {
  for (const [name, value] of settings) {
    expectThat(
      !/PASSWORD|SECRET|TOKEN|KEY|CREDENTIAL|DATABASE_URL/i.test(name),
      `${name} stays in the image`,
    );
    expectThat(!/:\/\/[^/\s]*@/.test(value), `the value of ${name} holds a login`);
  }
  for (const file of privateFiles) expectThat(rules.isIgnored(file), `.dockerignore lets ${file} in`);
}
