import type { Tally } from './tally.ts';

/** How the values of several processes become one; prom-client's names. */
type Aggregator = 'sum' | 'max' | 'min' | 'first';

type Labels = Readonly<Record<string, string | number>>;

/** A metric as prom-client hands it on and joins it, so that one process can answer for others. */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  aggregator: Aggregator;
  values: { value: number; labels: Labels; metricName?: string }[];
}

interface Described {
  name: string;
  help: string;
}

export type Samples = readonly (readonly [labels: Labels, value: number])[];

export function counter({ name, help }: Described, samples: number | Samples): Metric {
  return { name, help, type: 'counter', aggregator: 'sum', values: valuesOf(samples) };
}

/** Makes a gauge; an unknown number has no value, rather than a wrong one. */
export function gauge(
  { name, help, aggregator }: Described & { aggregator: Aggregator },
  samples: number | null | Samples,
): Metric {
  return { name, help, type: 'gauge', aggregator, values: samples === null ? [] : valuesOf(samples) };
}

export function histogram(
  { name, help }: Described,
  tallies: readonly (readonly [labels: Labels, tally: Tally])[],
): Metric {
  const values = tallies.flatMap(([labels, { bounds, counts, sum }]) => {
    let count = 0;
    const buckets = counts.map((inBucket, place) => {
      count += inBucket;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: bounds[place] ?? '+Inf' },
        value: count,
      };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  });
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

function valuesOf(samples: number | Samples): Metric['values'] {
  if (typeof samples === 'number') return [{ labels: {}, value: samples }];
  return samples.map(([labels, value]) => ({ labels, value }));
}
