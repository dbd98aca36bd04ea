import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { compareRows } from '#scripts/tools/database-sums.ts';
import { post } from '../helpers/accounts.ts';
import { openTestDatabase, silentLog } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite, openVisitors, readOwnSchema, ways } from '../helpers/moves.ts';

const everyStep = ['claimed', 'noted', 'copied', 'indexed', 'compared', 'closed', 'filled'] as const;

describe.for(ways)('a move from %s to %s that is cut off', ([from, to]) => {
  test('leaves the site where it is, and can be done again', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    const { db } = site.services;
    for (const [index, last] of everyStep.entries()) {
      const cut = (step: string) => {
        if (step === last) throw new Error('cut off');
      };
      const isAgain = index > 0;
      await expect(moveSite(site, target, { onStep: cut, isAgain, pages: 0 }), last).rejects.toThrow(
        'cut off',
      );
      expect(
        (await post(site.app, '/account/saved', { save: `article:x${index}` }, site.cookie)).status,
        last,
      ).toBe(303);
      await (await openDatabase(site.services.config.database, silentLog)).close();
      await expect(openDatabase(target, silentLog), last).rejects.toThrow(/is being filled/);
    }
    // Nothing is left of it in the site's own database.
    expect(await readOwnSchema(db)).toEqual(await readOwnSchema(await openTestDatabase(from)));
    await expect(moveSite(site, target)).rejects.toThrow(/--again/);
    await moveSite(site, target, { isAgain: true, pages: 0 });
    expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
    expect(await readOwnSchema(await openVisitors(target))).toEqual(
      await readOwnSchema(await openTestDatabase(to)),
    );
  });

  test('is finished by the same command once the source was left', async () => {
    const site = await openEditedSite({ engine: from });
    const target = await emptyDatabaseConfig(to);
    const onStep = (step: string) => {
      if (step === 'left') throw new Error('cut off');
    };
    await expect(moveSite(site, target, { onStep, pages: 0 })).rejects.toThrow('cut off');
    await expect(openDatabase(site.services.config.database, silentLog)).rejects.toThrow(/was moved/);
    await expect(openDatabase(target, silentLog)).rejects.toThrow(/is being filled/);
    expect(await moveSite(site, target)).toBeNull();
    await (await openDatabase(target, silentLog)).close();
    expect((await compareRows(site.services.config.database, target)).different).toEqual([]);
  });
});
