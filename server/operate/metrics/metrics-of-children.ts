import { AggregatorRegistry } from 'prom-client';
import { counter, type Metric } from './counts/metric.ts';
import { startTime } from './counts/process-metrics.ts';

/** The processes that serve from this machine, for the one that looks after them. */
interface Children {
  /** Each with its answer, null where there is none by the deadline. */
  ask(question: string, deadlineMs: number): Promise<readonly ChildMetrics[]>;
  endings: Readonly<Record<'served' | 'never ready' | 'hung', number>>;
}

/** How often a process was started from the build that served last, while a newer one was there. */
interface Fallbacks {
  fallbacks: number;
}

interface ChildMetrics {
  pid: number;
  answer: unknown;
}

/** Less than the default timeout of Prometheus, and more than a check of a slow database takes. */
const deadlineMs = 8_000;

/** Collects the metrics of the processes on a machine, together with those of their parent. */
export function metricsOfChildren(children: Children, builds: Fallbacks): () => Promise<unknown[]> {
  const keepCounts = createCountKeeper();
  return async () => {
    const joined = await keepCounts(await children.ask('metrics', deadlineMs));
    return [ownMetrics(children.endings, builds), ...joined];
  };
}

export function ownMetrics(endings: Children['endings'], { fallbacks }: Fallbacks): Metric[] {
  return [
    startTime,
    counter(
      {
        name: 'qingye_process_ended_total',
        help: 'Processes that ended by themselves, those that hung and were killed, and those that were to take their place and never became ready.',
      },
      [
        [{ how: 'served' }, endings.served],
        [{ how: 'hung' }, endings.hung],
        [{ how: 'never-ready' }, endings['never ready']],
      ],
    ),
    counter(
      {
        name: 'qingye_build_fallbacks_total',
        help: 'Processes that were started from the build that served last, as no reload has taken up the newest.',
      },
      fallbacks,
    ),
  ];
}

/**
 * Adds the last known counts of other processes to the answers: those that have ended, and those that do not answer in
 * time. Without that the sum would fall, and Prometheus would count everything again.
 */
function createCountKeeper(): (children: readonly ChildMetrics[]) => Promise<unknown[]> {
  const last = new Map<number, unknown[]>();
  let ended: unknown[] = [];

  return async (children) => {
    const answers = children.flatMap(({ pid, answer }) => {
      if (!Array.isArray(answer)) return [];
      last.set(pid, answer.filter(isCounted));
      return [answer];
    });
    if (children.length > 0 && answers.length === 0) throw new Error('no process has answered');
    const silent = children.flatMap(({ pid, answer }) =>
      Array.isArray(answer) ? [] : [last.get(pid) ?? []],
    );
    for (const [pid, counted] of last) {
      if (children.some((child) => child.pid === pid)) continue;
      last.delete(pid);
      ended = await AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON();
    }
    return [...answers, ...silent, ended];
  };
}

function isCounted({ type }: { type?: unknown }): boolean {
  return type === 'counter' || type === 'histogram';
}
