import { expectThat } from '../check-container/report.ts';
import { ask } from './ask.ts';
import { article } from './editor.ts';
import { readNumber } from './publications.ts';
import type { Surroundings } from './surroundings.ts';
import { until } from './until.ts';
import { maxAgeMs } from './visitors.ts';

/** Time limit for the pending purges to reach Varnish. A wait by the wall clock alone would last for a day. */
const toldLimitMs = 20_000;

// Varnish itself refuses for a while, so that purges wait.
const refuse = `
sed 's|X-Purge-Key != "|&not-|' "$SITE/varnish/default.vcl" > "$SITE/varnish/refusing.vcl"
chmod 600 "$SITE/varnish/refusing.vcl"
varnishadm -n "$SITE/varnish/work" vcl.load refusing "$SITE/varnish/refusing.vcl"
varnishadm -n "$SITE/varnish/work" vcl.use refusing
until_said '"edge":false' health
until_said t psql qingye -At -c 'select tries >= 6 from edges'`;
const takeAgain = `varnishadm -n "$SITE/varnish/work" vcl.use boot`;

/** Sets the clock of the site back by a day while a purge is pending, ahead by a day, and right again. */
export async function setClock(surroundings: Surroundings): Promise<string> {
  const { clock, shell, publications, visitors } = surroundings;
  if (clock === null) throw new Error('there is no clock that can be moved');
  // For as long as Varnish is unreachable.
  visitors.mayBeOld = true;
  await shell.run(refuse);
  clock.set('-1d');
  await shell.run(takeAgain);
  await untilFresh(surroundings);
  visitors.mayBeOld = false;
  await publications.untilMore();
  await shell.run(`until_said '"edge":true' health`);

  clock.set('+1d');
  await publications.untilMore();
  const ahead = madeBackup(await shell.run('qingye_direct backup "$SITE/backups" --keep 14'));

  clock.set('+0');
  await publications.untilMore();
  await shell.run(`until_said 'dated ahead' health`);
  const said = await shell.run('qingye_direct backup "$SITE/backups" --keep 2');
  const left = await listBackups(surroundings);
  const made = madeBackup(said);
  expectThat(
    left.length === 2 && left.includes(made) && left.includes(ahead) && made < ahead,
    `${made} was made after ${ahead}, and --keep 2 left ${left.join(' ')}`,
  );
  expectThat(
    said.includes(
      `1 backup(s) are dated ahead of this machine's clock, and were made before this one: ${ahead}.`,
    ),
    `nothing was said of ${ahead}:\n${said}`,
  );
  await shell.run(`health | grep -v 'dated ahead'`);
  return `--keep kept ${made} and said that ${ahead} is dated ahead`;
}

async function untilFresh({ origin, publications }: Surroundings): Promise<void> {
  await until(
    async () => {
      const askedAt = performance.now();
      const { body } = await ask(`${origin}/articles/${article}`);
      return publications.ageOf(readNumber(body), askedAt) <= maxAgeMs;
    },
    toldLimitMs,
    'Varnish was not told what had waited when the clock was set back',
  );
}

/** The name of the backup that the command says it has made. */
function madeBackup(said: string): string {
  return /^Backup in \S*\/(\S+):/m.exec(said)?.[1] ?? '';
}

async function listBackups({ shell }: Surroundings): Promise<string[]> {
  return (await shell.run('ls "$SITE/backups"')).split('\n');
}
