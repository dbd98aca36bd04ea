import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { production, root } from '../build/folders.ts';
import { serverOptions } from '../build/server.ts';
import { readConfigNames } from '../tools/config-names.ts';
import { parsePairs, readImageSettings, textsOf, type Stage } from '../tools/dockerfile.ts';
import { check, expectThat } from './report.ts';

/** `docker stop` waits this long before it kills. */
export const graceMs = 10_000;

type IsIgnored = (file: string) => boolean;

const packageSchema = z.object({ version: z.string(), engines: z.object({ node: z.string() }) });

/** Checks a Dockerfile without building; `isIgnored` applies `.dockerignore` to a file. */
export async function checkFiles(stages: readonly Stage[], isIgnored: IsIgnored): Promise<void> {
  const { version, engines } = packageSchema.parse(
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
  );
  const args = stages.flatMap((stage) => textsOf(stage, 'ARG')).flatMap(parsePairs);
  const { env } = readImageSettings(stages);

  await check('the base image has the Node, and the label the version, of package.json', () => {
    const base = `node:${/\d+/.exec(engines.node)?.[0]}-slim`;
    expectThat(stages.at(-1)?.base === base, `the base is not ${base}`);
    expectThat(new Map(args).get('VERSION') === version, `ARG VERSION is not ${version}`);
  });
  await check('every COPY source exists and reaches the build', () => checkCopies(stages, isIgnored));
  await check('every package that the bundle leaves out is put into the image', () => {
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN')).join('\n');
    // Optional for `pg`, and not among our packages.
    const names = serverOptions(production).external?.filter((name) => name !== 'pg-native') ?? [];
    for (const name of names) expectThat(commands.includes(`"dependencies.${name}=`), `${name} is not`);
  });
  await check('no secret is in the instructions or reaches the build', () =>
    checkSecrets([...args, ...Object.entries(env)], isIgnored),
  );
  await check('the programs, the user and the times are what a platform needs', () => checkSettings(stages));
}

function checkCopies(stages: readonly Stage[], isIgnored: IsIgnored): void {
  for (const [index, stage] of stages.entries())
    for (const text of textsOf(stage, 'COPY')) {
      const [, from, names = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? [];
      const isEarlier = stages.slice(0, index).some(({ name }) => name === from);
      expectThat(from === undefined || isEarlier, `COPY ${text}: there is no stage ${from} before`);
      if (from !== undefined) continue;
      for (const source of names.split(/\s+/).slice(0, -1)) {
        expectThat(existsSync(path.join(root, source)), `COPY ${text}: ${source} does not exist`);
        const isThere = source === '.' || !isIgnored(source);
        expectThat(isThere, `COPY ${text}: .dockerignore keeps ${source} out`);
      }
    }
}

/** Typical places of secrets and private data, and files that must not be in the image. */
const privateFiles = `.env .env.production server/.env client/.env.local .npmrc server/.npmrc .git/config
  secrets/database-url data/site.db server/site.db-wal id_rsa server/tls.key server/tls.pem .ssh/config
  node_modules/sharp/package.json dist/server.js tests/helpers/site.ts`.split(/\s+/);

function checkSecrets(settings: readonly [name: string, value: string][], isIgnored: IsIgnored): void {
  const secret = /PASSWORD|SECRET|TOKEN|KEY|CREDENTIAL|DATABASE_URL/i;
  for (const [name, value] of settings) {
    expectThat(!secret.test(name), `${name} stays in the image`);
    expectThat(!/:\/\/[^/\s]*@/.test(value), `the value of ${name} holds a login`);
  }
  for (const file of privateFiles) expectThat(isIgnored(file), `.dockerignore lets ${file} in`);
}

function checkSettings(stages: readonly Stage[]): void {
  const { env, entrypoint, command, healthCheck, user } = readImageSettings(stages);
  const says = (keyword: string, text?: string) =>
    stages.slice(-1).some((stage) => textsOf(stage, keyword).join() === text);
  const unknown = Object.keys(env).filter((name) => !readConfigNames().includes(name));
  const stopMs = Number(env['SHUTDOWN_DRAIN_MS']) + Number(env['SHUTDOWN_DEADLINE_MS']);
  expectThat(entrypoint[0] === 'tini', 'ENTRYPOINT is not ["tini", "--"], which reaps lost processes');
  expectThat(command[0] === 'node', 'CMD is not ["node", …]');
  expectThat(healthCheck[0] === 'node', 'HEALTHCHECK is not CMD ["node", …]');
  expectThat(/^[1-9]\d*$/.test(user), `USER ${user} is not a number above 0`);
  expectThat(says('STOPSIGNAL', 'SIGTERM'), 'STOPSIGNAL is not SIGTERM');
  expectThat(says('EXPOSE', env['PORT']), 'EXPOSE is not PORT');
  expectThat(says('VOLUME', env['DATA_DIR']), 'VOLUME is not DATA_DIR');
  expectThat(unknown.length === 0, `not read by server/config/config.ts: ${unknown.join(', ')}`);
  expectThat(stopMs < graceMs, `drain and deadline are ${stopMs} ms, and docker stop kills after ${graceMs}`);
}
