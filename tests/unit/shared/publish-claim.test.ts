import { expect, test } from 'vitest';
import { claimOf, momentOf } from '#shared/editing/plan/publish-claim.ts';

const words = { now: '立即更新', at: (time: string) => `${time} 更新` };
const now = Date.parse('2026-11-27T00:00:00.000Z');

test.each([
  ['2026-12-01T08:00', '2026-12-01T08:00', '12月1日 08:00 更新'],
  ['2027-01-01T00:05', '2027-01-01T00:05', '2027年1月1日 00:05 更新'],
  // In Taipei it is the last day of the year when it is not everywhere.
  ['2026-12-31T23:59', '2026-12-31T23:59', '12月31日 23:59 更新'],
  ['2026-11-27T08:00', '', '立即更新'],
  ['2026-11-26T08:00', '', '立即更新'],
  ['2026-12-01T', '', '立即更新'],
  ['T08:00', '', '立即更新'],
  ['', '', '立即更新'],
  ['2026-02-30T08:00', '', '立即更新'],
  ['明天早上', '', '立即更新'],
])('a button beside %s claims "%s" and says %s', (typed, claim, label) => {
  expect(claimOf(typed, words, now)).toEqual({ claim, label });
});

test.each([
  ['2026-12-01T08:00', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T24:00', null],
  ['2026-12-01T08:00:30', null],
  ['2026-12-01', null],
])('the moment of %s is %s', (typed, moment) => {
  expect(momentOf(typed)).toBe(moment);
});
