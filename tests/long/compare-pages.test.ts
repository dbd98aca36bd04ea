import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { comparePages } from '#server/operate/move/pages/compare-pages.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { openEditedSite } from '../helpers/edited-site.ts';

test('pages of what is written to again and again are compared when both databases are alike', async () => {
  const { config } = (await openEditedSite()).services;
  if (config.database.engine !== 'sqlite') throw new Error('asked for SQLite');
  const copy = path.join(temporaryFolder(), 'copy.db');
  const source = open(config.database.file);
  source.exec(`vacuum into '${copy}'`);
  const target = open(copy);

  let writes = 0;
  let asked = 0;
  const write = (db: DatabaseSync) =>
    db.prepare(`update products set name = ? where id = 'p9'`).run(`第${writes}次`);
  // A page is two requests. Whatever is asked for after the first one meets a write.
  const onRequest = () => {
    asked += 1;
    if (asked !== 3) return;
    writes += 1;
    write(source);
  };
  subscribe('http.server.request.start', onRequest);
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));
  const follow = async () => {
    asked = 0;
    write(target);
  };
  write(source);
  const to = { engine: 'sqlite', file: copy } as const;
  const { compared, different } = await comparePages({ config, to, count: 60, follow });
  expect(different).toBeNull();
  expect(compared).toBeGreaterThan(40);
  expect(writes).toBeGreaterThan(0);
});

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  onTestFinished(() => db.close());
  return db;
}
