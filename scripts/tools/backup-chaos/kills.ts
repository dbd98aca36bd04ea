import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/open/open-database.ts';
import { listBackups } from '#server/operate/backup/backup-folder.ts';
import { requireWhole } from '#server/operate/backup/make/check-backup.ts';
import { readManifest } from '#server/operate/backup/manifest.ts';
import {
  entries,
  exportTexts,
  fillNumbered,
  findUntrue,
  inDatabase,
  startWriter,
  type Place,
} from './numbered-site.ts';
import { startCommand } from './programs.ts';

interface Kills {
  site: Place;
  /** The folder of backups. */
  dir: string;
  /** More, when all of these came too early or too late. */
  rounds: number;
  /** From 0 to 1: chooses the moments. */
  random: () => number;
}

interface Outcome {
  problems: string[];
  /** How often it was killed while there was something that it could have left half done. */
  killed: number;
}

/**
 * Kills backups at any moment: a folder with the name of a backup is complete, and the next one removes remains of
 * others.
 */
export async function killBackups({ site, dir, rounds, random }: Kills): Promise<Outcome> {
  const problems: string[] = [];
  let killed = 0;
  const goesOn = untilKilled(rounds);
  const wholeMs = await timeOf(() => startCommand(site, 'backup', dir).ended);
  const listUnfinished = () => readdirSync(dir).filter((name) => name.startsWith('.unfinished-'));
  for (let round = 0; goesOn(round, killed); round += 1) {
    const before = listUnfinished();
    const isWriting = () => listUnfinished().some((name) => !before.includes(name));
    const program = startCommand(site, 'backup', dir);
    // By turns at some moment of its life, and while it writes; a small site's backup is written in no time, so at once too.
    while (round % 2 === 0 && !isWriting() && !program.hasEnded()) await delay(2);
    const soon = round % 4 === 0 ? 0 : 0.2 * random();
    const part = round % 2 === 0 ? soon : 0.3 + 0.7 * random();
    await killAt(program, { ms: wholeMs * part, isAlone: random() < 0.5 });
    if (isWriting()) killed += 1;
    for (const { name } of await listBackups(dir)) {
      const backup = path.join(dir, name);
      await readManifest(backup)
        .then((manifest) => requireWhole(backup, manifest))
        .catch((error: unknown) => problems.push(String(error)));
    }
  }
  const code = await startCommand(site, 'backup', dir, '--keep', '1').ended;
  const left = readdirSync(dir).filter((name) => name !== '.lock');
  if (code !== 0 || left.length !== 1)
    problems.push(`the last backup ended with ${code} and left ${left.join(', ')}`);
  return { problems, killed };
}

/** Restores over a site that has gone on are killed at any moment: it is as it was, or as the backup is, whole. */
export async function killRestores({ site, dir, rounds, random }: Kills): Promise<Outcome> {
  const problems: string[] = [];
  let killed = 0;
  const goesOn = untilKilled(rounds);
  await fillNumbered(site);
  const start = await exportTexts(site);
  if ((await startCommand(site, 'backup', dir).ended) !== 0) problems.push('the backup failed');
  const restore = () => startCommand(site, 'restore', dir, '--replace');
  const wholeMs = await timeOf(() => restore().ended);
  let writes = 0;
  for (let round = 0; goesOn(round, killed); round += 1) {
    if (writes === 0) writes = await goOn(site);
    const ms = wholeMs * (0.3 + 0.7 * random());
    if (await killAt(restore(), { ms, isAlone: random() < 0.5 })) killed += 1;
    if (site.config.engine === 'postgres') await inDatabase(site.config, untilAlone);
    const texts = await exportTexts(site);
    const isFormer = findUntrue(texts, start, { from: writes, to: writes }).length === 0;
    const untrue = isFormer ? [] : findUntrue(texts, start, { from: 0, to: 0 });
    problems.push(...untrue);
    if (!isFormer) writes = 0;
  }
  if ((await restore().ended) !== 0) problems.push('a restore after kills failed');
  problems.push(...findUntrue(await exportTexts(site), start, { from: 0, to: 0 }));
  return { problems, killed };
}

function untilKilled(rounds: number): (round: number, killed: number) => boolean {
  return (round, killed) => round < rounds || (killed === 0 && round < 10 * rounds);
}

/** Some writes, so that the site differs from its backup everywhere. */
async function goOn(site: Place): Promise<number> {
  return inDatabase(site.config, async (db) => {
    const writer = startWriter(db, 10_000);
    while (writer.acknowledged() < entries) await delay(1);
    await writer.stop();
    return writer.acknowledged();
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Kills the program and its children; false when it had ended before. */
async function killAt(
  { pid, ended, hasEnded }: ReturnType<typeof startCommand>,
  { ms, isAlone }: { ms: number; isAlone: boolean },
): Promise<boolean> {
  await Promise.race([ended, delay(ms)]);
  if (hasEnded()) return false;
  // The command alone half of the time: its programs of PostgreSQL then notice by themselves.
  process.kill(isAlone ? pid : -pid, 'SIGKILL');
  await ended;
  return true;
}

/** A killed client's last statement may still run in the server, and end in its commit. */
async function untilAlone({ read }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid() and application_name ~ 'psql|pg_dump'`.execute(
      read,
    );
    if (rows.length === 0) return;
    await delay(10);
  }
}
