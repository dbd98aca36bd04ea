import path from 'node:path';
import type { DatabaseConfig } from '#server/config-database.ts';
import { killBackups, killRestores } from './backup/kills.ts';
import { fillLarge } from './backup/large-site.ts';
import { fillNumbered } from './backup/numbered-site.ts';
import type { PageTimes } from './backup/page-times-probe.ts';
import { startCommand } from './backup/programs.ts';
import { backUpUnderWrites } from './backup/rounds.ts';
import { onEachEngine, type EngineSetting, type WithSetting } from './each-engine.ts';
import type { Figure } from './figures.ts';
import { aheadOfOthers, keepOffServerCore, offServerCore } from './machine.ts';
import { findPostgres } from './postgres-cpu.ts';
import { startSite, withTemporaryFolder, type Site } from './site.ts';
import { median, quantile } from './statistics.ts';
import { askSteadily } from './steady-visitors.ts';
import { within } from './within.ts';

/** On each engine. */
const rounds = Number(process.env['BACKUP_ROUNDS'] ?? 100);
const kills = Number(process.env['BACKUP_KILLS'] ?? 50);
const megabytes = Number(process.env['BACKUP_MB'] ?? 1_000);

const largeRounds = 5;
const restMs = 4_000;

/** What a backup costs, and whether it is ever anything else than the site at one moment. */
export function measureBackup(): Promise<Figure[]> {
  return onEachEngine(async (withSetting, engine) => [
    ...(await measureLarge(withSetting, engine)),
    ...(await measureRounds(withSetting, engine)),
    ...(await measureKills(withSetting, engine)),
  ]);
}

/**
 * How long a backup takes while nobody asks for anything, and by turns with rest how long pages take meanwhile: by the
 * site's own clock, since the backup is on the core of what asks, which then hears of answers too late. For these a
 * PostgreSQL server is kept off the site's core, as one is that has a machine of its own: else it is measured
 * how the kernel shares a core among programs.
 */
function measureLarge(withSetting: WithSetting, engine: DatabaseConfig['engine']): Promise<Figure[]> {
  return withPlace(withSetting, async ({ config, databaseUrl, dataDir }, dir) => {
    const bytes = await fillLarge({ config, dataDir }, megabytes * 1e6);
    const backUp = () => startCommand({ config, dataDir }, 'backup', dir, '--keep', '1');
    const alone = [];
    for (let round = 0; round < largeRounds; round += 1) alone.push(await secondsOf(backUp()));
    const server = engine === 'postgres' ? await findPostgres(databaseUrl) : null;
    const release = server === null ? () => {} : keepOffServerCore(server);
    const probe = path.join(import.meta.dirname, 'backup/page-times-probe.ts');
    const site = await startSite({ dataDir, databaseUrl, isPinned: true, pageStoreMb: 64, probe });
    const rest: Asked[] = [];
    const meanwhile: Asked[] = [];
    const seconds: number[] = [];
    try {
      await offServerCore(() =>
        aheadOfOthers(async () => {
          const page = `${site.origin}/product`;
          await askSteadily(page, forMs(restMs));
          await askPageTimes(site);
          for (let round = 0; round < largeRounds; round += 1) {
            rest.push(await timesOf(site, askSteadily(page, forMs(restMs))));
            const backup = backUp();
            const asking = timesOf(
              site,
              askSteadily(page, () => !backup.hasEnded()),
            );
            seconds.push(await secondsOf(backup));
            meanwhile.push(await asking);
          }
        }),
      );
    } finally {
      await site.stop();
      release();
    }
    const of = (asked: readonly Asked[], what: keyof Asked) => median(asked.map((times) => times[what]));
    const both = (what: keyof Asked, digits: number) =>
      `${of(rest, what).toFixed(digits)} and ${of(meanwhile, what).toFixed(digits)} ms`;
    const where = server === null ? '' : '; the server of the database is not on the site’s core';
    return [
      {
        name: `backup, ${engine}: of ${(bytes / 1e6).toFixed(0)} MB`,
        value: median(alone),
        unit: 's',
        target: { below: 5 },
        note: `median of ${largeRounds}: ${list(alone)}; beside 2,000 requests a second, on the core of what asks: ${list(seconds)}`,
      },
      {
        name: `backup, ${engine}: p99 of a warm page meanwhile by the site’s clock, times that at rest`,
        value: of(meanwhile, 'p99') / of(rest, 'p99'),
        unit: '×',
        target: { below: 2 },
        note: `${both('p99', 3)}, 2,000 requests a second; its event loop looks every millisecond and was late by ${both('loopP99', 2)} (p99)${where}`,
      },
      {
        name: `backup, ${engine}: p99 of a warm page meanwhile by what asks, times that at rest`,
        value: of(meanwhile, 'asked') / of(rest, 'asked'),
        unit: '×',
        target: { below: 2 },
        note: `${both('asked', 2)}; it shares its core with the backup`,
      },
    ];
  });
}

interface Asked extends PageTimes {
  /** p99 by what asks. */
  asked: number;
}

async function timesOf(site: Site, asking: Promise<number[]>): Promise<Asked> {
  const asked = quantile(await asking, 0.99);
  return { asked, ...(await askPageTimes(site)) };
}

function askPageTimes({ process }: Site): Promise<PageTimes> {
  const answer = new Promise<PageTimes>((resolve) =>
    process.once('message', (times) => resolve(times as PageTimes)),
  );
  process.send('times');
  return within(30_000, 'the probe of the page times', answer);
}

async function secondsOf(backup: ReturnType<typeof startCommand>): Promise<number> {
  const startedAt = performance.now();
  if ((await backup.ended) !== 0) throw new Error('a backup failed');
  return (performance.now() - startedAt) / 1000;
}

const list = (seconds: readonly number[]) => seconds.map((one) => one.toFixed(1)).join(', ');

function forMs(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() < endsAt;
}

function measureRounds(withSetting: WithSetting, engine: DatabaseConfig['engine']): Promise<Figure[]> {
  return withPlace(withSetting, (site, dir) =>
    withSetting(async (beside) => {
      const options = { site, beside, dir, rounds, perSecond: 50 };
      const { problems, seconds, writes } = await backUpUnderWrites(options);
      tell(problems);
      return [
        {
          name: `backup, ${engine}: what is not as the site was at one moment`,
          value: problems.length,
          unit: '',
          target: { below: 1 },
          note: `${rounds} backups beside 50 writes a second (${writes} in all), each restored; ${median(seconds).toFixed(1)} s each`,
        },
      ];
    }),
  );
}

async function measureKills(withSetting: WithSetting, engine: DatabaseConfig['engine']): Promise<Figure[]> {
  const outcomes = [
    await withPlace(withSetting, async (site, dir) => {
      await fillNumbered(site);
      return killBackups({ site, dir, rounds: kills, random: Math.random });
    }),
    await withPlace(withSetting, (site, dir) =>
      killRestores({ site, dir, rounds: kills, random: Math.random }),
    ),
  ];
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  tell(problems);
  return [
    {
      name: `backup, ${engine}: what kills have left that is not whole`,
      value: problems.length,
      unit: '',
      target: { below: 1 },
      note: `${outcomes[0]?.killed} killed backups and ${outcomes[1]?.killed} killed restores`,
    },
  ];
}

/** With a folder for backups. */
function withPlace<T>(
  withSetting: WithSetting,
  work: (setting: EngineSetting, dir: string) => Promise<T>,
): Promise<T> {
  return withSetting((setting) => withTemporaryFolder((dir) => work(setting, dir)));
}

function tell(problems: readonly string[]): void {
  for (const problem of problems.slice(0, 10)) console.error(`  ${problem}`);
}
