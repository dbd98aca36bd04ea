import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { anAccount, cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'products/baozhong.md': aProduct(),
  'products/hidden.md': aProduct({ name: '未上架', status: 'draft' }),
};

describe.for(engines)('on %s', (engine) => {
  test('a form with a NUL is refused, other control characters mean nothing', async () => {
    const { app, services } = await openSite({ engine, files });
    await anAccount(services.db);
    const cookie = await signedIn(app);
    const forms: [address: string, fields: Record<string, string>][] = [
      ['/login', { email: 'a\0b@example.com', password: rightPassword }],
      ['/login', { email: 'lin@example.com', password: 'a\0b' }],
      ['/account', { do: 'change-password', password: rightPassword, 'new-password': 'ab\0cdefgh' }],
      ['/account/saved', { save: 'product:a\0b' }],
      ['/account/saved', { remove: 'product:a\0b' }],
      ['/account/saved', { save: 'product:baozhong', 'a\0b': '' }],
      ['/color-mode', { mode: 'dark', next: 'a\0b' }],
    ];
    for (const [address, fields] of forms)
      expect((await post(app, address, fields, cookie)).status, JSON.stringify(fields)).toBe(400);
    const twice = await request(app).post('/login').type('form').send('email=a&email=b%00');
    expect(twice.status).toBe(400);

    const odd = await post(app, '/account/saved', { save: 'product:a\u0085b' }, cookie);
    expect(odd.status).toBe(422);
    const turned = await post(app, '/login', { email: '\u202elin\u0001@example.com', password: 'wrong' });
    expect(turned.status).toBe(422);
    expect(turned.text).toContain('value="lin@example.com"');
  });

  test('a saved item is kept, shown and removed again', async () => {
    const { app, services } = await openSite({ engine, files });
    await anAccount(services.db);
    const cookie = await signedIn(app);
    expect((await get(app, '/account/saved', cookie)).text).toContain('還沒有收藏');
    expect((await get(app, '/product', cookie)).text).toContain('aria-label="收藏「文山包種茶」"');

    const items = ['product:baozhong', 'article:spring', 'product:hidden', 'product:none'];
    for (const save of items) {
      const answer = await post(app, '/account/saved', { save, back: '/product?page=1' }, cookie);
      expect(answer.status).toBe(303);
      expect(answer.headers['location']).toBe('/product?page=1');
    }
    const list = (await get(app, '/account/saved', cookie)).text;
    expect(list).toContain('文山包種茶');
    expect(list).toContain('春茶日記');
    expect(list).not.toContain('未上架');
    expect((await get(app, '/product', cookie)).text).toContain('aria-label="取消收藏「文山包種茶」"');
    expect((await get(app, '/product/info/baozhong', cookie)).text).toContain('已收藏');

    await post(app, '/account/saved', { remove: 'product:baozhong' }, cookie).expect(303);
    const { body } = await request(app).get('/account/saved/_payload.json').set('Cookie', cookie);
    expect(body.data['account-saved'].products).toEqual([]);
    expect(body.viewer.saved).not.toContain('product:baozhong');
    for (const save of ['', 'nonsense', 'author:lin', 'product:'])
      await post(app, '/account/saved', { save }, cookie).expect(422);
  });

  test('a new password ends every other session and forgets every other browser', async () => {
    const { app, services } = await openSite({ engine });
    await anAccount(services.db);
    const elsewhere = await signedIn(app);
    const here = await signedIn(app);
    const newPassword = '一個夠長的新密碼';
    const form = { do: 'change-password', password: rightPassword, 'new-password': newPassword };
    const answer = await post(app, '/account', form, here);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/account?notice=password-changed');
    await get(app, '/account', elsewhere).expect(303);
    await get(app, '/account', here).expect(303);
    const page = await get(app, '/account?notice=password-changed', cookiesOf(answer));
    expect(page.text).toContain('密碼已經變更');
    await post(app, '/login', { email: 'lin@example.com', password: rightPassword }).expect(422);
    await post(app, '/login', { email: 'lin@example.com', password: newPassword }).expect(303);
  });

  test('signing out everywhere does so', async () => {
    const { app, services } = await openSite({ engine });
    await anAccount(services.db);
    await anAccount(services.db, { email: 'other@example.com' });
    const cookies = [await signedIn(app), await signedIn(app)];
    const other = await signedIn(app, 'other@example.com');
    const answer = await post(app, '/account', { do: 'sign-out-everywhere' }, cookies[0]);
    expect(answer.headers['location']).toBe('/login?notice=signed-out-everywhere');
    expect(answer.headers['clear-site-data']).toBe('"storage"');
    for (const cookie of cookies) await get(app, '/account', cookie).expect(303);
    await get(app, '/account', other).expect(200);
  });

  test('a deleted account leaves nothing but what happened, without a name', async () => {
    const { app, services } = await openSite({ engine, files });
    const { id } = await anAccount(services.db);
    const cookie = await signedIn(app);
    await post(app, '/account/saved', { save: 'product:baozhong' }, cookie).expect(303);
    const refused = await post(app, '/account', { do: 'delete', password: 'wrong password' }, cookie);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('帳號沒有刪除');
    const answer = await post(app, '/account', { do: 'delete', password: rightPassword }, cookie);
    expect(answer.headers['location']).toBe('/login?notice=account-deleted');
    for (const table of ['accounts', 'identities', 'sessions', 'known_devices', 'saved_items'] as const)
      expect(await services.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const events = await services.db.read.selectFrom('account_events').selectAll().execute();
    expect(events.at(-1)).toMatchObject({ event: 'account-deleted', account_id: id });
    expect(JSON.stringify(events)).not.toContain('lin@example.com');
  });

  test('an account without a password is deleted by typing its address', async () => {
    const { app, services } = await openSite({ engine });
    const account = await anAccount(services.db, { hasPassword: false });
    const secret = await services.accounts.sessions.start({
      accountId: account.id,
      way: 'google',
      isRemembered: true,
      userAgent: '',
    });
    const cookie = `session=${secret}`;
    expect((await get(app, '/account', cookie)).text).not.toContain('變更密碼');
    await post(app, '/account', { do: 'delete', email: 'other@example.com' }, cookie).expect(422);
    await post(app, '/account', { do: 'delete', email: 'Lin@example.com' }, cookie).expect(303);
  });
});

const newPasswords: [password: string, says: string][] = [
  ['short', '至少要 8 個字元'],
  ['七個字的密碼呀', '至少要 8 個字元'],
  ['x'.repeat(257), '最多 256 個字元'],
  ['password1', '太常見'],
  ['PassWord1', '太常見'],
  ['ｐａｓｓｗｏｒｄ１', '太常見'],
];

test.for(newPasswords)('the new password “%s” is refused: %s', async ([password, says]) => {
  const { app, services } = await openSite();
  await anAccount(services.db);
  const cookie = await signedIn(app);
  const form = { do: 'change-password', password: rightPassword, 'new-password': password };
  const answer = await post(app, '/account', form, cookie);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(says);
  await get(app, '/account', cookie).expect(200);
});

test('256 characters of any kind are a password, however they are typed', async () => {
  const { app, services } = await openSite();
  await anAccount(services.db);
  const cookie = await signedIn(app);
  const password = `e\u0301${'茶'.repeat(200)}${'🍵'.repeat(54)} `;
  expect([...password.normalize('NFKC')]).toHaveLength(256);
  const form = { do: 'change-password', password: rightPassword, 'new-password': password };
  await post(app, '/account', form, cookie).expect(303);
  const typedElsewhere = password.normalize('NFC');
  await post(app, '/login', { email: 'lin@example.com', password: typedElsewhere }).expect(303);
});

test('without a session everybody gets the same bytes', async () => {
  const { app, services } = await openSite({ files });
  const addresses = ['/', '/product/info/baozhong', '/articles', '/articles/_payload.json', '/nope'];
  const bytesOf = async (cookie = '') =>
    Promise.all(
      addresses.map(async (address) => {
        const { text, headers } = await get(app, address, cookie);
        return [text, headers['cache-control'], headers['set-cookie']];
      }),
    );
  const before = await bytesOf();
  await anAccount(services.db);
  const cookie = await signedIn(app);
  await post(app, '/account/saved', { save: 'product:baozhong' }, cookie).expect(303);
  expect(await bytesOf()).toEqual(before);
  // The cookie of a browser that is known signs nobody in.
  expect(await bytesOf(/device=[^;]+/.exec(cookie)?.[0])).toEqual(before);

  for (const [text, caching] of await bytesOf(cookie)) {
    expect.soft(caching, String(text).slice(0, 80)).toMatch(/^(private, )?no-store$/);
    expect.soft(String(text)).not.toContain('lin@example.com');
  }
  for (const [text, caching] of before) {
    expect.soft(String(text)).not.toMatch(/viewer|林小青|form="save-form"/);
    expect.soft(caching).not.toContain('private');
  }
});

test.for(engines)('without the database on %s, who is signed in is told to come back', async (engine) => {
  const { app, services } = await openSite({ engine, files });
  await anAccount(services.db);
  const cookie = await signedIn(app);
  await services.db.read.destroy();
  for (const answer of [
    await get(app, '/account', cookie),
    await get(app, '/product', cookie),
    await post(app, '/account/saved', { save: 'product:baozhong' }, cookie),
    await post(app, '/login', { email: 'lin@example.com', password: rightPassword }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['cache-control']).toContain('no-store');
    // Nobody is signed out by it.
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('what happened is in the log and the database, without secrets', async () => {
  const { log, lines } = keptLog();
  const { app, services } = await openSite({ log });
  const { id } = await anAccount(services.db);
  await post(app, '/login', { email: 'lin@example.com', password: 'canary-wrong' });
  await post(app, '/login', { email: 'canary-typed-into-the-wrong-field', password: 'x' });
  const cookie = await signedIn(app);
  await post(app, '/account', { do: 'sign-out' }, cookie);
  const told = lines
    .filter((line) => line.msg === 'account')
    .map((line) => [line['event'], line['accountId']]);
  expect(told).toEqual([
    ['sign-in-failed', id],
    ['sign-in-failed', null],
    ['signed-in', id],
    ['signed-out', id],
  ]);
  const kept = await services.db.read
    .selectFrom('account_events')
    .select(['event', 'account_id'])
    .orderBy('seq')
    .execute();
  expect(kept.map((row) => [row.event, row.account_id])).toEqual(told);
  await get(app, '/login?password=canary-in-the-address&next=/a');
  await get(app, '/login/google/callback?code=canary-code&state=canary-state');
  const everything = JSON.stringify([lines, kept]);
  expect(everything).not.toMatch(/canary/);
  expect(everything).not.toContain(/session=([\w-]+)/.exec(cookie)?.[1]);
});
