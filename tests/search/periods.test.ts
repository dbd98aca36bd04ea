import { expect, test } from 'vitest';
import { beginOf, periodsBetween } from '#server/search/ask/periods.ts';

const cases = [
  ['one moment', '2024-02-28T13:30:00.000Z', '2024-02-28T13:30:00.000Z', ['2024-02-28T13']],
  [
    'hours, over the end of a month',
    '2024-02-29T22:59:59.999Z',
    '2024-03-01T00:00:00.000Z',
    ['2024-02-29T22', '2024-02-29T23', '2024-03-01T00'],
  ],
  [
    'days, over the end of a month',
    '2023-02-27T13:00:00.000Z',
    '2023-03-02T01:00:00.000Z',
    ['2023-02-27', '2023-02-28', '2023-03-01', '2023-03-02'],
  ],
  [
    'months, over the end of a year',
    '2023-11-30T13:00:00.000Z',
    '2024-02-01T00:00:00.000Z',
    ['2023-11', '2023-12', '2024-01', '2024-02'],
  ],
  [
    'years',
    '2018-12-31T23:59:59.999Z',
    '2024-01-01T00:00:00.000Z',
    ['2018', '2019', '2020', '2021', '2022', '2023', '2024'],
  ],
] as const;

test.for(cases)('%s are told by the periods they are in', ([, from, to, periods]) => {
  expect(periodsBetween(from, to)).toEqual(periods);
});

test('however long, a time is told by few periods', () => {
  const from = Date.UTC(2026, 10, 20);
  for (let hours = 1; hours < 10 * 366 * 24; hours = Math.ceil(hours * 1.1)) {
    const before = new Date(from - hours * 3_600_000).toISOString();
    const periods = periodsBetween(before, new Date(from).toISOString());
    expect(periods.length, before).toBeLessThan(65);
    expect(beginOf(periods[0] ?? '') <= before, before).toBe(true);
  }
});
