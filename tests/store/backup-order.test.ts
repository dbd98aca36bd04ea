import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aStoredSite, anEmptyPlace, backupsIn, type StoredSite } from '../helpers/backups.ts';
import { aProduct } from '../helpers/content.ts';
import { temporaryFolder } from '../helpers/databases.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

const [now, tomorrow, nextYear] = ['2026-11-20T03:30:00Z', '2026-11-21T03:30:00Z', '2027-11-20T03:30:00Z'];

async function openHere() {
  const site = await aStoredSite('sqlite');
  const dir = temporaryFolder();
  /** A backup of a site whose only product says when it was made. */
  const backupAt = async (time: string, ...args: string[]) => {
    vi.setSystemTime(time);
    await site.import({ 'products/tea.md': aProduct({ name: `made ${time}` }) });
    return site.backup(dir, ...args);
  };
  const names = () => backupsIn(dir).map((backup) => path.basename(backup).slice(0, 10));
  return { site, dir, backupAt, names };
}

async function restoredTitle(dir: string) {
  const place: StoredSite = await anEmptyPlace('sqlite');
  const outcome = await place.restore(dir);
  const { name: title } =
    (await place.inDatabase(({ read }) => read.selectFrom('products').select('name').executeTakeFirst())) ??
    {};
  return { ...outcome, title };
}

describe('after a clock that was ahead', () => {
  test('the backup just made stays, and is the one that is restored', async () => {
    const { dir, backupAt, names } = await openHere();
    for (const time of [nextYear, '2027-11-21T03:30:00Z']) await backupAt(time);
    const made = await backupAt(now, '--keep', '2');
    expect(made.code).toBe(0);
    expect(made.out).toContain('Removed 2027-11-20');
    expect(made.err).toMatch(/^1 backup\(s\) are dated ahead|^2 backup\(s\) are dated ahead/);
    expect(names()).toEqual(['2026-11-20', '2027-11-21']);
    expect(await restoredTitle(dir)).toMatchObject({
      code: 0,
      title: `made ${now}`,
      err: expect.stringContaining(
        "Beside it there are backups that are dated ahead of this machine's clock: 2027",
      ),
    });
    // Then the future has gone.
    expect(await backupAt(tomorrow, '--keep', '2')).toMatchObject({
      code: 0,
      err: expect.stringContaining('dated ahead'),
    });
    expect(names()).toEqual(['2026-11-20', '2026-11-21']);
    expect(await backupAt('2026-11-22T03:30:00Z', '--keep', '1')).toMatchObject({ code: 0, err: '' });
    expect(names()).toEqual(['2026-11-22']);
  });

  test('a restore of what is dated ahead says so', async () => {
    const { dir, backupAt } = await openHere();
    await backupAt(nextYear);
    vi.setSystemTime(now);
    const { code, err, title } = await restoredTitle(dir);
    expect({ code, title }).toEqual({ code: 0, title: `made ${nextYear}` });
    expect(err).toMatch(/^It is dated ahead of this machine's clock/);
  });

  test('clocks of two machines may differ by minutes', async () => {
    const { backupAt } = await openHere();
    await backupAt('2026-11-20T03:34:00Z');
    expect(await backupAt(now)).toMatchObject({ code: 0, err: '' });
  });

  test('backups of earlier versions, which have no number, are older than those that have one', async () => {
    const { dir, backupAt, names } = await openHere();
    for (const time of [now, nextYear]) {
      await backupAt(time);
      const file = path.join(backupsIn(dir).at(-1) ?? '', 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/ "sequence": \d+,\n/, ''));
    }
    expect((await restoredTitle(dir)).title).toBe(`made ${nextYear}`);
    expect((await backupAt(tomorrow, '--keep', '2')).out).toContain('Removed 2026-11-20');
    expect(names()).toEqual(['2026-11-21', '2027-11-20']);
    expect((await restoredTitle(dir)).title).toBe(`made ${tomorrow}`);
  });
});

test('a manifest that cannot be read is not passed over when it may be the newest', async () => {
  const { dir, backupAt, names } = await openHere();
  await backupAt(now);
  await backupAt(tomorrow);
  writeFileSync(path.join(backupsIn(dir)[1] ?? '', 'manifest.json'), '{"format":1,');
  const refused = await restoredTitle(dir);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('is not what this version writes');
  // It is no reason to have no backup, and the first to go.
  expect(await backupAt('2026-11-22T03:30:00Z', '--keep', '2')).toMatchObject({ code: 0 });
  expect(names()).toEqual(['2026-11-20', '2026-11-22']);
  expect((await restoredTitle(dir)).title).toBe('made 2026-11-22T03:30:00Z');
});
