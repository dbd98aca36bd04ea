import { setTimeout as delay } from 'node:timers/promises';
import { check, expectThat } from '../check-container/report.ts';
import { startEditor } from './editor.ts';
import { createPublications, type Publications } from './publications.ts';
import { startVisitors, type Visitors } from './visitors.ts';

/** Constant traffic: visitors who read and an editor who publishes. */
export interface Traffic {
  publications: Publications;
  visitors: Visitors;
  /**
   * Runs `work` and reports how visitors and editor fared meanwhile. `work` resolves to a note for the report. Resolves
   * to whether all went well.
   */
  observe(title: string, work: () => Promise<string>, refusal?: Refusal): Promise<boolean>;
  end(): Promise<void>;
}

/** Whether saves may or must be refused for a moment, as a move and a fail-over refuse them. */
export type Refusal = 'none' | 'allowed' | 'expected';

/** Time in which late failures show up. */
const settleMs = 3_000;

export async function startTraffic(origin: string, password: string): Promise<Traffic> {
  const publications = createPublications();
  const failures: string[] = [];
  const fail = (what: string) => void failures.push(what);
  const editor = await startEditor({ origin, password, publications, fail });
  const visitors = await startVisitors({ origin, publications, fail });

  async function walk(work: () => Promise<string>, refusal: Refusal): Promise<string> {
    const before = publications.count();
    editor.mayRefuse = refusal !== 'none';
    const note = await work();
    await delay(settleMs);
    const { answers, oldestMs } = visitors.take();
    const [published, refused] = [publications.count() - before, editor.takeRefused()];
    const list = failures.splice(0);
    expectThat(list.length === 0, `${list.length} failures:\n${list.slice(0, 20).join('\n')}`);
    expectThat(answers > 0 && published > 0, `${answers} answers and ${published} publications`);
    expectThat(refusal !== 'expected' || refused > 0, 'no save was refused, and some should have been');
    const seen = `${answers} answers, ${published} publications, ${refused} saves told to try again, the oldest page ${oldestMs.toFixed(0)} ms old`;
    return [note, seen].filter(Boolean).join('; ');
  }

  return {
    publications,
    visitors,
    observe: (title, work, refusal = 'none') => check(title, () => walk(work, refusal)),
    async end() {
      await Promise.all([editor.end(), visitors.end()]);
    },
  };
}
