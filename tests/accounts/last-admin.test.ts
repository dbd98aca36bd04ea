import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { accountCommand } from '#server/features/accounts/staff/account-command.ts';
import {
  changeAccounts,
  deleteAccount,
  setDisabled,
  setRole,
} from '#server/features/accounts/staff/change-account.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { get, post, signedIn } from '../helpers/accounts.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import {
  accountIn,
  asAdmin,
  aSecondProcess,
  aSiteOfStaff,
  linkIn,
  mei,
  newPassword,
} from '../helpers/staff.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';

describe.for(engines)('on %s', (engine) => {
  test('the last admin who can sign in stays', async () => {
    const { app, db, services, admin, other } = await aSiteOfStaff({ engine });
    const [own, others] = [admin, other].map(({ account }) => `/edit/accounts/${account.id}`);
    await post(app, others ?? '', { do: 'disable', ...asAdmin }, admin.cookie).expect(303);
    // Neither a disabled admin nor one who has not set a password yet can let anybody in.
    const waiting = { ...mei, role: 'admin' };
    const link = linkIn((await post(app, '/edit/accounts/_new', waiting, admin.cookie)).text);
    for (const fields of [{ do: 'role', role: 'reader' }, { do: 'disable' }]) {
      const refused = await post(app, own ?? '', { ...fields, ...asAdmin }, admin.cookie);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('最後一位可以登入的管理員');
    }
    const left = await post(app, '/account', { do: 'delete', ...asAdmin }, admin.cookie);
    expect(left.status).toBe(409);
    expect(left.text).toContain('你是最後一位可以登入的管理員');
    const config = { ...readConfig({}), database: services.config.database };
    const io = { out: () => {}, err: () => {}, askPassword: async () => '' };
    for (const args of [
      ['set-role', 'admin@example.com', 'reader'],
      ['disable', 'admin@example.com'],
    ])
      await expect(accountCommand(args, config, silentLog, io)).rejects.toThrow(/last admin/);
    expect(await accountIn(db, 'admin@example.com')).toMatchObject({ role: 'admin', disabled_at: null });

    await post(app, link, { 'new-password': newPassword }).expect(303);
    const demoted = await post(app, own ?? '', { do: 'role', role: 'editor', ...asAdmin }, admin.cookie);
    expect(demoted.headers['location']).toBe('/account');
    await get(app, '/edit/accounts', admin.cookie).expect(403);
  });

  test('of two admins who demote each other at once one stays', async () => {
    const { app, db, admin, other } = await aSiteOfStaff({ engine });
    const pairs = [
      [admin, other],
      [other, admin],
    ] as const;
    const ways = [{ do: 'role', role: 'reader' }, { do: 'disable' }];
    for (const way of ways) {
      const answers = await Promise.all(
        pairs.map(([by, of]) =>
          post(app, `/edit/accounts/${of.account.id}`, { ...way, ...asAdmin }, by.cookie),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(303);
      expect(statuses.filter((status) => status === 303)).toHaveLength(1);
      const admins = db.read.selectFrom('accounts').selectAll().where('role', '=', 'admin');
      expect(await admins.where('disabled_at', 'is', null).execute()).toHaveLength(1);
      await writeTransaction(db, (trx) =>
        trx
          .updateTable('accounts')
          .set({ role: 'admin', disabled_at: null })
          .where('id', 'in', [admin.account.id, other.account.id])
          .execute(),
      );
      for (const one of [admin, other]) one.cookie = await signedIn(app, one.account.email);
    }
  });

  test('of two processes that take the last two admins away one does', async () => {
    const { services, db, admin, other } = await aSiteOfStaff({ engine });
    const second = await aSecondProcess(services);
    const both = [admin.account.id, other.account.id] as const;
    const race = (takeAway: typeof deleteAccount) =>
      Promise.all([
        changeAccounts(db, (trx) => takeAway(trx, both[0])),
        changeAccounts(second, (trx) => takeAway(trx, both[1])),
      ]);
    for (let round = 0; round < 12; round += 1) {
      const changes = await race((trx, id) =>
        round % 2 === 0 ? setRole(trx, id, 'reader') : setDisabled(trx, id, '2026-11-01T08:00:00.000Z'),
      );
      expect(changes.sort()).toEqual(['done', 'last-admin']);
      await writeTransaction(db, (trx) =>
        trx
          .updateTable('accounts')
          .set({ role: 'admin', disabled_at: null })
          .where('id', 'in', both)
          .execute(),
      );
    }
    expect((await race(deleteAccount)).sort()).toEqual(['done', 'last-admin']);
  });

  test('a role that is lost while a form is on its way is lost', async () => {
    const { app, db, admin, other, editor } = await aSiteOfStaff({ engine });
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    onTestFinished(() => released.resolve());
    const demotion = changeAccounts(db, async (trx) => {
      await trx.updateTable('accounts').set({ role: 'editor' }).where('id', '=', other.account.id).execute();
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const writes = watchWaitingWrites(db);
    const address = `/edit/accounts/${editor.account.id}`;
    const answer = post(app, address, { do: 'rename', name: '太晚了' }, other.cookie).then(
      ({ status }) => status,
    );
    await expect.poll(writes.areThere).toBe(true);
    released.resolve();
    expect(await answer).toBe(403);
    await demotion;
    expect((await accountIn(db, editor.account.email)).name).not.toBe('太晚了');
    await post(app, address, { do: 'rename', name: '還可以' }, admin.cookie).expect(303);
  });
});
