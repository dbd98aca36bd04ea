/** `share` from 0 to 1: 0.95 is the value that 95 % do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('there are no values');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `980–1,020` */
export function spread(values: readonly number[]): string {
  const format = (value: number) => Math.round(value).toLocaleString('en');
  return `${format(Math.min(...values))}–${format(Math.max(...values))}`;
}
