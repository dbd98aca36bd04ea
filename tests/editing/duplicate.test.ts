import { describe, expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春天', tags: ['製茶'] }, '舊。'),
  'products/pot.md': aProduct({
    name: '壺',
    sku: 'QY-1',
    options: [{ name: '容量', values: ['大', '小'] }],
    variants: [
      { id: 'big', options: { 容量: '大' }, sku: 'QY-1-B' },
      { id: 'small', options: { 容量: '小' } },
    ],
  }),
};

describe.for(engines)('on %s', (engine) => {
  test('a copy is a draft of the typed text, with an address and a history of its own', async () => {
    const { signIn, services } = await openEditSite(engine, files);
    const lin = await signIn();
    const opened = await lin.get('/edit/articles/spring');
    const copied = await lin.send(opened, { body: '打到一半。' }, { value: 'duplicate' });
    expect(copied.headers['location']).toBe('/edit/articles/spring-2?done=duplicated');
    const page = await lin.get('/edit/articles/spring-2?done=duplicated');
    expect(page.text).toContain('打到一半。');
    expect(page.text).toContain('已複製成一份新的草稿');
    expect(page.text).toContain('製茶');
    expect(page.text).not.toContain('2026-01-02');
    // The typed text is kept in its own entry, too.
    expect((await lin.get('/edit/articles/spring')).text).toContain('打到一半。');
    const again = await lin.send(await lin.get('/edit/articles/spring'), {}, { value: 'duplicate' });
    expect(again.headers['location']).toBe('/edit/articles/spring-3?done=duplicated');
    const revisions = await services.db.read
      .selectFrom('revisions')
      .innerJoin('entries', 'entries.key', 'revisions.entry_key')
      .select('action')
      .where('entries.id', '=', 'spring-2')
      .execute();
    expect(revisions).toEqual([{ action: 'save' }]);
  });
});

test('a copy of a text with a time to come has no time', async () => {
  const { signIn, services } = await openEditSite('sqlite', files);
  const lin = await signIn();
  const later = { 'f.changeAt': '2099-12-01', 'f.changeAt.time': '08:00' };
  await lin.send(await lin.get('/edit/articles/spring'), later, { value: 'duplicate' });
  const drafts = await services.db.read
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.id', 'drafts.document'])
    .orderBy('entries.id')
    .execute();
  expect(drafts.map(({ id, document }) => [id, document.includes('2099')])).toEqual([
    ['spring', true],
    ['spring-2', false],
  ]);
});

test('a copy of a product has none of its numbers', async () => {
  const { signIn, services } = await openEditSite('sqlite', files);
  const lin = await signIn();
  await lin.send(await lin.get('/edit/products/pot'), {}, { value: 'duplicate' });
  const { document } = await services.db.read
    .selectFrom('drafts')
    .select('document')
    .executeTakeFirstOrThrow();
  expect(document).toContain('id: big');
  expect(document).not.toContain('QY-1');
  expect(document).not.toContain('publishedAt');
  expect(document).not.toContain('status');
});
