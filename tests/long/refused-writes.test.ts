import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { databaseCommand } from '#server/operate/move/database-command.ts';
import { get, post, rightPassword } from '../helpers/accounts.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';
import { emptyDatabaseConfig, moveSite, openVisitors, saveItem } from '../helpers/moves.ts';
import { readSchema } from '../store/landed/read-schema.ts';

const retryAfter = expect.stringMatching(/^\d+$/);

test.for(engines)('what is moved from %s is read and not written', async (engine) => {
  const site = await openEditedSite({ engine });
  const target = await emptyDatabaseConfig('sqlite');
  const { app, cookie, db } = site;
  const save = (item: string) => post(app, '/account/saved', { save: `article:${item}` }, cookie);
  const signIn = () => post(app, '/login', { email: 'lin@example.com', password: rightPassword });
  const { id } = await db.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const other = await openVisitors(site.services.config.database);
  const seen: Record<string, unknown> = {};
  await moveSite(site, target, {
    pages: 0,
    async onStep(step) {
      if (step === 'compared') seen['saved'] = (await save('before')).status;
      if (step === 'closed') {
        const [page, refused, elsewhere] = await Promise.all([
          get(app, '/product?page=2'),
          save('closed'),
          saveItem(other, id, 'elsewhere').catch((error: unknown) => error),
        ]);
        Object.assign(seen, { page: page.status, refused: refused.status, elsewhere });
        expect(refused.headers).toMatchObject({ 'retry-after': retryAfter });
      }
    },
  });
  expect(seen).toMatchObject({ saved: 303, page: 200, refused: 503, elsewhere: expect.any(Error) });

  for (const answer of [await save('after'), await signIn()]) {
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': retryAfter });
  }
  await expect(saveItem(other, id, 'elsewhere')).rejects.toThrow(/the site was moved/);
  expect((await get(app, '/articles/spring')).status).toBe(200);
  const { config } = site.services;
  await expect(openDatabase(config.database, silentLog)).rejects.toThrow(
    /was moved from this database to .*site\.db at 2.*database -- unmark/,
  );

  const lines: string[] = [];
  const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
  expect(await databaseCommand(['unmark'], config, silentLog, output)).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^The site is in .* again, without what was written to .* since 2/),
  ]);
  expect((await save('again')).status).toBe(303);
  await (await openDatabase(config.database, silentLog)).close();
  const names = (await readSchema(db)).filter((line) => line.includes('moving_'));
  expect(names).toEqual([]);
});
