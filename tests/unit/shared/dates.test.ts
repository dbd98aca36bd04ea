import { expect, test } from 'vitest';
import { formatDate, toZonedIso } from '#shared/locale/dates.ts';

test('a date is shown as it is in Taipei', () => {
  expect(formatDate('2026-11-19T16:00:00.000Z')).toBe('2026年11月20日');
  expect(formatDate('2026-11-19T15:59:59.999Z')).toBe('2026年11月19日');
});

test('a missing or invalid date is not shown at all', () => {
  expect(formatDate(null)).toBeNull();
  expect(formatDate('soon')).toBeNull();
});

test('a time is exported with the offset of Taiwan, as the same moment', () => {
  expect(toZonedIso('2026-11-20T00:00:00.000Z')).toBe('2026-11-20T08:00:00+08:00');
  expect(toZonedIso('2026-11-20T00:00:00.123Z')).toBe('2026-11-20T08:00:00.123+08:00');
});
