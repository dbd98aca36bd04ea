import path from 'node:path';
import { expect, test } from 'vitest';
import { killBackups, killRestores } from '#scripts/tools/backup-chaos/kills.ts';
import { fillNumbered, type Place } from '#scripts/tools/backup-chaos/numbered-site.ts';
import { backUpUnderWrites } from '#scripts/tools/backup-chaos/rounds.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { engines, newDatabaseConfig, temporaryFolder, type EngineName } from '../helpers/databases.ts';

async function aPlace(engine: EngineName): Promise<Place> {
  return { config: await newDatabaseConfig(engine), dataDir: temporaryFolder() };
}

/** The same moments again, as far as the machine is as fast: `CHAOS_SEED=… npx vitest run backup-chaos`. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const withSeed = `with CHAOS_SEED=${seed}`;

/** Numbers from 0 to 1 for one test, whichever others run. */
function seeded(): () => number {
  const next = randomNumbers(seed);
  return () => next(1_000_000) / 1_000_000;
}

const rounds = { sqlite: 10, postgres: 5 };
const kills = { sqlite: 4, postgres: 3 };

test.for(engines)('backups on %s beside writers are each the site at one moment', async (engine) => {
  const [site, beside] = [await aPlace(engine), await aPlace(engine)];
  const options = { site, beside, dir: temporaryFolder(), rounds: rounds[engine], perSecond: 50 };
  const { problems, writes } = await backUpUnderWrites(options);
  expect(problems).toEqual([]);
  expect(writes).toBeGreaterThan(50);
});

test.for(engines)('killed backups on %s leave no half of one', async (engine) => {
  const site = await aPlace(engine);
  await fillNumbered(site);
  const { problems, killed } = await killBackups({
    site,
    dir: path.join(site.dataDir, 'backups'),
    rounds: kills[engine],
    random: seeded(),
  });
  expect(problems, withSeed).toEqual([]);
  expect(killed).toBeGreaterThan(0);
});

test.for(engines)('killed restores on %s leave the former site or the new one', async (engine) => {
  const { problems, killed } = await killRestores({
    site: await aPlace(engine),
    dir: temporaryFolder(),
    rounds: kills[engine],
    random: seeded(),
  });
  expect(problems, withSeed).toEqual([]);
  expect(killed).toBeGreaterThan(0);
});
