import { expectThat } from '../check-container/report.ts';
import { readNumber } from './publications.ts';
import type { Surroundings } from './surroundings.ts';

/** Compares the publications on the standby, once writing goes on there, with every acknowledged one. */
export async function findEverySave({ publications, shell }: Surroundings): Promise<string> {
  await publications.untilMore();
  const acknowledged = publications.numbers();
  const titles = await shell.run(
    `psql --port="$STANDBY" qingye -At -c "select substring(document from '第[0-9]+版') from revisions where action = 'publish'"`,
  );
  const kept = new Set(titles.split('\n').map(readNumber));
  const lost = acknowledged.filter((number) => !kept.has(number));
  expectThat(lost.length === 0, `acknowledged and not on the standby: ${lost.join(', ')}`);
  return `the standby has all ${acknowledged.length} publications`;
}
