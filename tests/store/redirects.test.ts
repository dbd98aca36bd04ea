import { expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { redirectToEntry, removeRedirect } from '#server/content/entries/entry-redirects.ts';
import {
  findRedirect,
  listRedirects,
  markGone,
  redirectToPath,
} from '#server/features/editing/site/redirects.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { keyOf } from '../helpers/entries.ts';

const now = '2026-11-20T04:00:00.000Z';
const by = '林編輯';
const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶', tags: ['a/b'] }),
  'articles/draft.md': anArticle({ status: 'draft' }),
};

test.for(engines)('an address on %s leads only where there is something', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const problemOf = (from: string, to: string) =>
    writeTransaction(db, (trx) => redirectToPath(trx, { from, to, by, at: now }));
  expect(await problemOf('/old', '/articles/spring')).toBe(null);
  expect(await problemOf('/later', '/old')).toBe(null);
  expect(await problemOf('/articles/tag/once', '/articles/tag/a%2Fb')).toBe(null);
  await writeTransaction(db, (trx) => markGone(trx, { from: '/away', by, at: now }));
  const refused: [from: string, to: string, problem: string][] = [
    ['old', '/articles/spring', 'no-path'],
    ['/x?a=1', '/articles/spring', 'no-path'],
    ['/%E8%8C', '/articles/spring', 'no-path'],
    [`/${'x'.repeat(2_000)}`, '/articles/spring', 'no-path'],
    ['/x', 'https://example.com/', 'outside'],
    ['/x', '//example.com/', 'outside'],
    ['/x', '/..//example.com', 'outside'],
    ['/x', '/X/../x/', 'itself'],
    ['/', '/articles', 'live-page'],
    ['/Articles/spring', '/articles', 'live-page'],
    ['/account/', '/articles', 'live-page'],
    ['/articles/tag/a%2Fb', '/articles', 'live-page'],
    ['/x', '/articles/tag/none', 'no-page'],
    ['/x', '/articles/none', 'no-page'],
    ['/x', '/none', 'no-page'],
    ['/x', '/product?category=none', 'no-page'],
    ['/product?category=none&page=2', '/articles', 'no-path'],
    ['/x', '/away', 'gone'],
  ];
  for (const [from, to, problem] of refused)
    expect.soft(await problemOf(from, to), `${from} ${to}`).toBe(problem);
  // A draft may have been at an address that leads to it from elsewhere.
  await writeTransaction(db, async (trx) =>
    redirectToEntry(trx, { from: '/y', entryKey: await keyOf(trx, 'articles', 'draft'), by, at: now }),
  );
  expect(await problemOf('/articles/draft', '/y')).toBe('loop');
});

test.for(engines)('what is written of addresses on %s is told with its maker', async (engine) => {
  const db = await openTestDatabase(engine);
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  await writeTransaction(db, async (trx) => {
    await redirectToPath(trx, { from: '/old', to: '/articles/spring', by, at: now });
    await redirectToPath(trx, { from: '/later', to: '/old', by, at: now });
    await redirectToPath(trx, { from: '/list', to: '/Product/?sort=newest', by, at: now });
    await markGone(trx, { from: '/away', by, at: now });
  });
  const targetOf = async (path: string) => (await findRedirect(db.read, path))?.target;
  const spring = { kind: 'entry', entryKind: 'articles', id: 'spring', title: '春茶' };
  expect(await findRedirect(db.read, '/later/')).toMatchObject({ from: '/later', by, at: now });
  expect(await targetOf('/later')).toMatchObject({ ...spring, isInTrash: false, path: '/articles/spring' });
  expect(await targetOf('/list')).toEqual({ kind: 'path', path: '/product?sort=newest' });
  expect(await targetOf('/away')).toEqual({ kind: 'gone' });
  expect(await targetOf('/x')).toBe(undefined);
  await db.write.deleteFrom('articles').where('id', '=', 'spring').execute();
  expect(await targetOf('/old')).toMatchObject({ ...spring, isInTrash: true, path: null });

  const first = await listRedirects(db.read, { after: null, limit: 3 });
  const second = await listRedirects(db.read, { after: first.next, limit: 3 });
  const froms = [first, second].map(({ redirects }) => redirects.map(({ from }) => from));
  expect(froms).toEqual([['/away', '/later', '/list'], ['/old']]);
  expect([first.next, second.next]).toEqual(['/list', null]);
  await writeTransaction(db, (trx) => removeRedirect(trx, '/later/'));
  expect((await listRedirects(db.read, { after: null, limit: 3 })).next).toBe(null);
});
