import request from 'supertest';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { accountCommand } from '#server/features/accounts/account-command.ts';
import { findAccountByEmail } from '#server/features/accounts/account-queries.ts';
import { changeAccounts } from '#server/features/accounts/change-account.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { anAccount, cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { aSiteOfStaff, formOf, linkIn, newPassword } from '../helpers/staff.ts';

const asAdmin = { password: rightPassword };
const mei = { do: 'create', email: 'Mei@Example.com', name: '陳小梅', role: 'editor', ...asAdmin };

async function accountIn(db: Database, email: string) {
  const account = await findAccountByEmail(db, email);
  if (account === null) throw new Error(`there is no ${email}`);
  return account;
}

async function eventsOf(db: Database, id: string) {
  const rows = await db.read
    .selectFrom('account_events')
    .select(['event', 'detail'])
    .where('account_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ event, detail }) => [event, detail]);
}

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
      await post(app, address, { do: 'rename', name: '不行' }, editor.cookie).expect(403);
      await post(app, address, { do: 'rename', name: '不行' }, reader.cookie).expect(404);
      const nobody = await post(app, address, { do: 'rename', name: '不行' });
      expect(nobody.headers['location']).toMatch(/^\/login\?next=/);
    }
    const home = (role: { cookie: string }) => get(app, '/edit', role.cookie);
    expect((await home(admin)).text).toContain('href="/edit/accounts"');
    expect((await home(editor)).text).not.toContain('href="/edit/accounts"');
  });

  test('a new account gets its password by a link, once', async () => {
    const { app, db, admin } = await aSiteOfStaff({ engine });
    const made = await post(app, '/edit/accounts/_new', mei, admin.cookie);
    expect(made.status).toBe(200);
    expect(made.headers['cache-control']).toBe('private, no-store');
    const link = linkIn(made.text);
    const { id } = await accountIn(db, 'mei@example.com');
    expect((await get(app, `/edit/accounts/${id}`, admin.cookie)).text).not.toContain(link);

    for (let look = 0; look < 3; look += 1) {
      const page = await get(app, link);
      expect(page.status).toBe(200);
      expect(page.text).toContain('mei@example.com');
      expect(page.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'strict-origin',
      });
      expect(page.text).not.toContain(link);
    }
    await request(app).head(link).expect(200);
    await request(app).put(link).expect(405).expect('Allow', 'GET, HEAD, POST');

    const set = await post(app, link, { 'new-password': newPassword });
    expect(set.headers['location']).toBe('/edit');
    await get(app, '/edit', cookiesOf(set)).expect(200);
    await post(app, '/login', { email: 'mei@example.com', password: newPassword }).expect(303);

    const used = await post(app, link, { 'new-password': '另外一個夠長的密碼' });
    expect(used.status).toBe(410);
    expect(used.text).toContain('已經使用過');
    expect((await get(app, link)).status).toBe(410);
    expect(await eventsOf(db, id)).toEqual([
      ['account-created', `editor, by ${admin.account.id}`],
      ['link-made', `by ${admin.account.id}`],
      ['link-used', `by ${admin.account.id}`],
      ['signed-in', 'password'],
      ['signed-in', 'password'],
    ]);
    const shown = (await get(app, `/edit/accounts/${id}`, admin.cookie)).text;
    expect(shown).toContain('以連結設定密碼');
    expect(shown).toContain('由 站長');
  });

  test('two who send one link at once set one password', async () => {
    const { app, admin } = await aSiteOfStaff({ engine });
    const link = linkIn((await post(app, '/edit/accounts/_new', mei, admin.cookie)).text);
    const passwords = ['第一個夠長的密碼', '第二個夠長的密碼'];
    const answers = await Promise.all(passwords.map((one) => post(app, link, { 'new-password': one })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    for (const [index, password] of passwords.entries())
      await post(app, '/login', { email: 'mei@example.com', password }).expect(
        answers[index]?.status === 303 ? 303 : 422,
      );
  });

  test('a link ends nothing until it is used, then every session', async () => {
    const { app, db, admin, editor } = await aSiteOfStaff({ engine });
    const address = `/edit/accounts/${editor.account.id}`;
    const first = linkIn((await post(app, address, { do: 'link', ...asAdmin }, admin.cookie)).text);
    const second = linkIn((await post(app, address, { do: 'link', ...asAdmin }, admin.cookie)).text);
    expect((await get(app, address, admin.cookie)).text).toContain('尚未使用的連結');
    await get(app, '/edit', editor.cookie).expect(200);
    const replaced = await post(app, first, { 'new-password': newPassword });
    expect(replaced.status).toBe(404);
    expect(replaced.text).toContain('被新的連結取代');

    for (const weak of ['short', 'password1', 'x'.repeat(257)])
      expect((await post(app, second, { 'new-password': weak })).status).toBe(422);
    await post(app, second, { 'new-password': 'ab\0cdefgh' }).expect(400);
    await get(app, '/edit', editor.cookie).expect(200);
    await post(app, second, { 'new-password': newPassword }).expect(303);
    await get(app, '/edit', editor.cookie).expect(303);
    await post(app, '/login', { email: editor.account.email, password: rightPassword }).expect(422);
    const kept = JSON.stringify(await db.read.selectFrom('account_links').selectAll().execute());
    expect(kept).not.toContain(second.split('/').at(-1));
  });

  test('a link ends with its time, its account and its maker', async () => {
    const { app, clock, admin, other, editor } = await aSiteOfStaff({ engine });
    const address = `/edit/accounts/${editor.account.id}`;
    const makeLink = async (maker = admin) =>
      linkIn((await post(app, address, { do: 'link', ...asAdmin }, maker.cookie)).text);
    const old = await makeLink();
    clock.set('2026-11-04T07:59:59.000Z');
    await get(app, old).expect(200);
    clock.set('2026-11-04T08:00:00.000Z');
    const late = await post(app, old, { 'new-password': newPassword });
    expect(late.status).toBe(410);
    expect(late.text).toContain('已經過期');
    const wayOn = await get(app, old);
    expect(wayOn.text).toContain('href="/login"');

    const again = {
      admin: await signedIn(app, admin.account.email),
      other: await signedIn(app, other.account.email),
    };
    const made = await post(app, address, { do: 'link', ...asAdmin }, again.admin);
    const role = { do: 'role', role: 'editor', ...asAdmin };
    await post(app, `/edit/accounts/${admin.account.id}`, role, again.other).expect(303);
    await post(app, linkIn(made.text), { 'new-password': newPassword }).expect(410);

    const before = await post(app, address, { do: 'link', ...asAdmin }, again.other);
    await post(app, address, { do: 'disable', ...asAdmin }, again.other).expect(303);
    await post(app, address, { do: 'enable', ...asAdmin }, again.other).expect(303);
    await post(app, linkIn(before.text), { 'new-password': newPassword }).expect(404);
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

  test('a role that is lost while a form is on its way is lost', async () => {
    const { app, db, admin, other, editor } = await aSiteOfStaff({ engine });
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const demotion = changeAccounts(db, async (trx) => {
      await trx.updateTable('accounts').set({ role: 'editor' }).where('id', '=', other.account.id).execute();
      isHeld();
      await new Promise((resolve) => setTimeout(resolve, 600));
    });
    await held;
    const address = `/edit/accounts/${editor.account.id}`;
    const answer = post(app, address, { do: 'rename', name: '太晚了' }, other.cookie);
    expect((await answer).status).toBe(403);
    await demotion;
    expect((await accountIn(db, editor.account.email)).name).not.toBe('太晚了');
    await post(app, address, { do: 'rename', name: '還可以' }, admin.cookie).expect(303);
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

test('neither the log nor an event holds a link, an address or a search', async () => {
  const { log, lines } = keptLog();
  const { app, db, admin } = await aSiteOfStaff({ engine: 'sqlite', log });
  const link = linkIn((await post(app, '/edit/accounts/_new', mei, admin.cookie)).text);
  const secret = link.split('/').at(-1) ?? '';
  await get(app, link);
  await get(app, `${link}/`);
  await get(app, `${link}?a=b`);
  await get(app, `/login?next=${encodeURIComponent(link)}`);
  await get(app, `/account/link/x${secret}`);
  await request(app).get(link).set('User-Agent', 'Googlebot/2.1');
  await get(app, '/edit/accounts?role=editor&q=mei@example.com', admin.cookie);
  await post(app, link, { 'new-password': 'short' });
  await post(app, link, { 'new-password': newPassword });
  await get(app, link);
  const said = JSON.stringify([lines, await db.read.selectFrom('account_events').selectAll().execute()]);
  expect(said).toContain('/account/link/…');
  expect(said).toContain('link-used');
  for (const hidden of [secret, 'mei@example.com', '陳小梅', newPassword, rightPassword])
    expect(said, hidden).not.toContain(hidden);
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
