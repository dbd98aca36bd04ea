import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { findAccountByEmail } from '#server/features/accounts/account-queries.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { anAccount, get, post, rightPassword } from '../helpers/accounts.ts';
import { engines } from '../helpers/databases.ts';
import {
  accountIn,
  asAdmin,
  aSiteOfStaff,
  eventsOf,
  formOf,
  linkIn,
  mei,
  newPassword,
} from '../helpers/staff.ts';

describe.for(engines)('on %s', (engine) => {
  test('only admins manage accounts; for editors it says so', async () => {
    const { app, admin, editor, reader } = await aSiteOfStaff({ engine });
    const id = admin.account.id;
    for (const address of ['/edit/accounts', '/edit/accounts/_new', `/edit/accounts/${id}`]) {
      await get(app, address, admin.cookie).expect(200);
      const refused = await get(app, address, editor.cookie);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('只有管理員可以管理帳號');
      expect(refused.text).not.toContain('admin@example.com');
      await get(app, address, reader.cookie).expect(404);
      await get(app, address).expect(404);
      if (address === '/edit/accounts') continue;
      const forbidden = await post(app, address, { do: 'rename', name: '不行' }, editor.cookie);
      expect(forbidden.status).toBe(403);
      expect(forbidden.text).toContain('不行');
      await post(app, address, { do: 'rename', name: '不行' }, reader.cookie).expect(404);
      const nobody = await post(app, address, { do: 'rename', name: '不行' });
      expect(nobody.status).toBe(401);
      expect(nobody.text).toContain('不行');
    }
    const home = (role: { cookie: string }) => get(app, '/edit', role.cookie);
    expect((await home(admin)).text).toContain('href="/edit/accounts"');
    expect((await home(editor)).text).not.toContain('href="/edit/accounts"');
  });

  test('name, role, disabling and sessions are changed, and told', async () => {
    const { app, db, admin, editor } = await aSiteOfStaff({ engine });
    const { id, email } = editor.account;
    const address = `/edit/accounts/${id}`;
    const send = (fields: Record<string, string>) => post(app, address, fields, admin.cookie);
    const renamed = await send({ do: 'rename', name: '  林 青  ' });
    expect(renamed.headers['location']).toBe(`${address}?done=rename`);
    const page = await get(app, `${address}?done=rename`, admin.cookie);
    expect(page.text).toContain('姓名已經變更');
    expect(page.text).toContain('林 青');

    await send({ do: 'role', role: 'reader', ...asAdmin }).expect(303);
    await get(app, '/edit', editor.cookie).expect(404);
    await send({ do: 'role', role: 'editor', ...asAdmin }).expect(303);
    await get(app, '/edit', editor.cookie).expect(200);
    await send({ do: 'sign-out' }).expect(303);
    await get(app, '/edit', editor.cookie).expect(303);
    await send({ do: 'disable', ...asAdmin }).expect(303);
    await post(app, '/login', { email, password: rightPassword }).expect(422);
    expect((await send({ do: 'link', ...asAdmin })).status).toBe(409);
    await send({ do: 'enable', ...asAdmin }).expect(303);
    await post(app, '/login', { email, password: rightPassword }).expect(303);
    const by = `by ${admin.account.id}`;
    expect(
      (await eventsOf(db, id)).filter(([event]) => !event?.startsWith('sign-in') && event !== 'signed-in'),
    ).toEqual([
      ['name-changed', by],
      ['role-changed', `editor to reader, ${by}`],
      ['role-changed', `reader to editor, ${by}`],
      ['signed-out-everywhere', by],
      ['account-disabled', by],
      ['account-enabled', by],
    ]);
  });

  test('what is grave asks for the password of the admin', async () => {
    const { app, db, admin, editor } = await aSiteOfStaff({ engine });
    const address = `/edit/accounts/${editor.account.id}`;
    for (const fields of [
      { do: 'role', role: 'admin' },
      { do: 'disable' },
      { do: 'link' },
      { do: 'role', role: 'admin', confirm: editor.account.email },
    ]) {
      const answer = await post(app, address, { ...fields, password: 'a wrong password' }, admin.cookie);
      expect(answer.status).toBe(422);
      expect(formOf(answer.text)).toContain('你的密碼不正確');
    }
    const create = { ...mei, password: '' };
    expect((await post(app, '/edit/accounts/_new', create, admin.cookie)).status).toBe(422);
    expect(await findAccountByEmail(db, 'mei@example.com')).toBeNull();
    expect(await accountIn(db, editor.account.email)).toMatchObject({ role: 'editor', disabled_at: null });

    for (let tries = 0; tries < 6; tries += 1)
      await post(app, address, { do: 'link', password: 'wrong' }, admin.cookie);
    const limited = await post(app, address, { do: 'link', ...asAdmin }, admin.cookie);
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBe('900');
    expect(limited.text).toContain('請在 15 分鐘後再試');
  });

  test('an admin without a password types the address that is meant', async () => {
    const { app, services, db, editor } = await aSiteOfStaff({ engine });
    const google = await anAccount(db, { email: 'g@example.com', role: 'admin', hasPassword: false });
    const facts = { accountId: google.id, way: 'google', isRemembered: true, userAgent: '' } as const;
    const cookie = `session=${await services.accounts.sessions.start(facts)}`;
    const address = `/edit/accounts/${editor.account.id}`;
    const send = (confirm: string) => post(app, address, { do: 'link', confirm }, cookie);
    expect((await send('g@example.com')).text).toContain('不是這個帳號的');
    await send('').expect(422);
    linkIn((await send('Editor@example.com')).text);
    const { password: _, ...unconfirmed } = mei;
    await post(app, '/edit/accounts/_new', unconfirmed, cookie).expect(422);
    const made = await post(app, '/edit/accounts/_new', { ...unconfirmed, confirm: mei.email }, cookie);
    linkIn(made.text);
  });

  test('hostile and wrong input is refused with what is wrong', async () => {
    const { app, db, admin, editor } = await aSiteOfStaff({ engine });
    const created: [fields: Record<string, string>, status: number, says: string][] = [
      [{ email: 'nobody' }, 422, '不是電子郵件地址'],
      [{ email: `${'x'.repeat(250)}@example.com` }, 422, '不是電子郵件地址'],
      [{ email: ' EDITOR@example.com ' }, 422, '已經有帳號'],
      [{ email: 'mei\0@example.com' }, 400, ''],
      [{ name: '  ' }, 422, '請輸入姓名'],
      [{ name: '長'.repeat(200) }, 422, '最多 60 個字元'],
      [{ name: '梅\u202e青' }, 422, '不能使用的字元'],
      [{ name: '梅\0青' }, 400, ''],
      [{ role: 'king' }, 422, '請選擇角色'],
      [{ name: '<b>"&' }, 200, '&lt;b&gt;&quot;&amp;'],
    ];
    for (const [fields, status, says] of created) {
      const answer = await post(app, '/edit/accounts/_new', { ...mei, ...fields }, admin.cookie);
      expect(answer.status, JSON.stringify(fields)).toBe(status);
      expect(answer.text, JSON.stringify(fields)).toContain(says);
      if (status === 422) expect(answer.text).not.toContain(rightPassword);
    }
    const address = `/edit/accounts/${editor.account.id}`;
    for (const fields of [
      {},
      { do: 'nonsense' },
      { do: 'rename', name: '長'.repeat(200) },
      { do: 'role', ...asAdmin },
    ])
      expect((await post(app, address, fields, admin.cookie)).status).toBe(422);
    for (const id of ['nobody', '%E8%8C%B6', 'x'.repeat(3000)]) {
      await get(app, `/edit/accounts/${id}`, admin.cookie).expect(404);
      await post(app, `/edit/accounts/${id}`, { do: 'link', ...asAdmin }, admin.cookie).expect(404);
    }
    for (const token of ['x', 'x'.repeat(3000), '%E8%8C%B6', "'--"]) {
      expect((await get(app, `/account/link/${token}`)).text).toContain('找不到這個連結');
      await post(app, `/account/link/${token}`, { 'new-password': newPassword }).expect(404);
    }
    for (const query of [
      '?q=%00',
      "?q='%25_\\",
      '?role=king&state=x',
      '?after=%00',
      `?q=${'x'.repeat(3000)}`,
    ])
      await get(app, `/edit/accounts${query}`, admin.cookie).expect(200);
    expect((await accountIn(db, editor.account.email)).role).toBe('editor');
  });

  test('accounts are found by name, address, role and state', async () => {
    const { app, db, admin } = await aSiteOfStaff({ engine });
    await writeTransaction(db, (trx) =>
      trx
        .insertInto('accounts')
        .values(
          Array.from({ length: 120 }, (_, index) => ({
            id: `many-${index}`,
            email: `many${String(index).padStart(3, '0')}@example.com`,
            name: index === 77 ? '100%_青' : `讀者 ${index}`,
            role: 'reader' as const,
            password_hash: 'none',
            disabled_at: index % 40 === 0 ? '2026-11-01T00:00:00.000Z' : null,
            created_at: '2026-11-01T00:00:00.000Z',
          })),
        )
        .execute(),
    );
    const list = async (query: string) => readList(app, `/edit/accounts${query}`, admin.cookie);
    expect((await list('?q=%25_')).addresses).toEqual(['many077@example.com']);
    expect((await list('?q=MANY01')).addresses).toHaveLength(10);
    expect((await list('?q=站長')).addresses).toEqual(['admin@example.com']);
    expect((await list('?role=admin')).addresses).toEqual(['admin@example.com', 'other@example.com']);
    expect((await list('?state=disabled')).addresses).toHaveLength(3);
    expect((await list('?q=many&role=editor')).addresses).toEqual([]);

    let page = await list('?q=many&state=enabled');
    const forwards = [page.addresses];
    while (page.next !== null) forwards.push((page = await list(page.next)).addresses);
    expect(forwards.map(({ length }) => length)).toEqual([50, 50, 17]);
    expect(forwards.flat()).toEqual(forwards.flat().toSorted());
    page = await list(page.previous ?? '');
    expect(page.addresses).toEqual(forwards[1]);
    page = await list(page.previous ?? '');
    expect(page).toMatchObject({ addresses: forwards[0], previous: null });
  });
});

async function readList(app: Express, address: string, cookie: string) {
  const { text } = await get(app, address, cookie).expect(200);
  const linkOf = (rel: string) =>
    new RegExp(`href="/edit/accounts([^"]*)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
  return {
    addresses: [...text.matchAll(/account-address">([^<]+@[^<]+)</g)].map(([, address = '']) => address),
    previous: linkOf('prev'),
    next: linkOf('next'),
  };
}
