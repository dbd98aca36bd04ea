import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { accountCommand } from '#server/features/accounts/staff/account-command.ts';
import { get, post, signedIn, anAccount, rightPassword } from '../helpers/accounts.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

/** Runs the operator's command on the site's database. */
async function run({ services }: TestSite, args: readonly string[], password = '') {
  const config = { ...readConfig({}), database: services.config.database };
  const out: string[] = [];
  const err: string[] = [];
  const code = await accountCommand(args, config, silentLog, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    askPassword: async () => password,
  }).catch((error: unknown) => {
    err.push(String(error));
    return 1;
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe.for(engines)('on %s', (engine) => {
  test('the operator makes an account, and it can sign in', async () => {
    const site = await openSite({ engine });
    const args = ['create', 'Admin@Example.com', '--name', '站長', '--role', 'admin'];
    const made = await run(site, args, '山裡的茶都很好喝');
    expect(made).toMatchObject({ code: 0, out: 'admin@example.com is an admin.' });
    const form = { email: 'admin@example.com', password: '山裡的茶都很好喝' };
    await post(site.app, '/login', form).expect(303);
    expect(await run(site, args, '山裡的茶都很好喝')).toMatchObject({ code: 1 });
    expect((await run(site, ['list'])).out).toMatch(
      /^admin@example\.com {2}admin {2}站長 {2}since \d{4}-\d\d-\d\d$/,
    );
  });

  test('roles, passwords and disabling take effect at once, and are told', async () => {
    const site = await openSite({ engine });
    await anAccount(site.services.db);
    const cookie = await signedIn(site.app);
    expect((await run(site, ['set-role', 'lin@example.com', 'editor'])).out).toContain(
      'was reader and is editor',
    );
    expect((await get(site.app, '/account', cookie)).text).toContain('編輯');

    expect((await run(site, ['set-password', 'lin@example.com'], '換成新的密碼了')).code).toBe(1);
    expect((await run(site, ['set-password', 'lin@example.com'], '換成一個新的密碼')).code).toBe(0);
    await get(site.app, '/account', cookie).expect(303);
    const form = { email: 'lin@example.com', password: '換成一個新的密碼' };
    await post(site.app, '/login', { ...form, password: rightPassword }).expect(422);
    await post(site.app, '/login', form).expect(303);

    expect((await run(site, ['disable', 'lin@example.com'])).code).toBe(0);
    await post(site.app, '/login', form).expect(422);
    expect((await run(site, ['list'])).out).toContain('disabled');
    expect((await run(site, ['enable', 'lin@example.com'])).code).toBe(0);
    await post(site.app, '/login', form).expect(303);

    const events = (await run(site, ['log'])).out.split('\n').map((line) => line.split('  ')[1]);
    expect(events).toEqual([
      'signed-in',
      'role-changed',
      'password-changed',
      'sign-in-failed',
      'signed-in',
      'account-disabled',
      'sign-in-failed',
      'account-enabled',
      'signed-in',
    ]);
    expect((await run(site, ['log', '2'])).out.split('\n')).toHaveLength(2);
  });
});

const refused: [args: string[], code: number, says: string][] = [
  [[], 2, 'Usage'],
  [['nonsense'], 2, 'Usage'],
  [['constructor'], 2, 'Usage'],
  [['create'], 2, 'Usage'],
  [['create', 'a@example.com', 'b@example.com'], 2, 'Usage'],
  [['create', 'a@example.com', '--admin'], 2, 'Usage'],
  [['create', 'nobody'], 1, 'nobody is not an e-mail address'],
  [['create', 'a@example.com', '--role', 'king'], 1, 'the roles are reader, author, editor, admin'],
  [['create', 'a@example.com'], 1, 'fewer than 8'],
  [['set-role', 'a@example.com', 'admin'], 1, 'has no account'],
  [['log', '0'], 1, 'not a number'],
];

test.for(refused)('account %o is refused with what would be right', async ([args, code, says]) => {
  const site = await openSite();
  const result = await run(site, args, 'short');
  expect(result.code).toBe(code);
  expect(result.err).toContain(says);
  expect((await run(site, ['list'])).out).toBe('');
});
