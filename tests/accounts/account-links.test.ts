import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { makeLink, spendLink } from '#server/features/accounts/staff/account-links.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { engines } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import {
  accountIn,
  asAdmin,
  aSecondProcess,
  aSiteOfStaff,
  eventsOf,
  linkIn,
  mei,
  newPassword,
} from '../helpers/staff.ts';

describe.for(engines)('on %s', (engine) => {
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

  test('of two processes that spend one link at once one does', async () => {
    const { services, db, admin, editor } = await aSiteOfStaff({ engine });
    const second = await aSecondProcess(services);
    const rules = { now: '2026-11-01T08:00:00.000Z', mayMakeLinks: () => true };
    const made = { accountId: editor.account.id, madeBy: admin.account.id, now: Date.parse(rules.now) };
    for (let round = 0; round < 10; round += 1) {
      const { secret } = await writeTransaction(db, (trx) => makeLink(trx, made));
      const spent = await Promise.all(
        [db, second].map((one, index) => spendLink(one, { secret, passwordHash: `hash ${index}` }, rules)),
      );
      expect(spent.map(({ kind }) => kind).sort()).toEqual(['open', 'used']);
      const winner = spent.findIndex(({ kind }) => kind === 'open');
      expect((await accountIn(db, editor.account.email)).password_hash).toBe(`hash ${winner}`);
    }
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
