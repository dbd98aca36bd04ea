import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isoAt, systemClock } from '#server/base/clock.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { findDocument } from '#server/content/entries/documents.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { planChange } from '#server/features/editing/plans/plan-change.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anAccount } from '../helpers/accounts.ts';
import { anArticle, anAuthor, contentFolder, type Files } from '../helpers/content.ts';
import {
  engines,
  preparedDatabaseConfig,
  silentLog,
  temporaryFolder,
  type EngineName,
} from '../helpers/databases.ts';
import { limitMs } from '../helpers/limit.ts';

const [rounds, pages] = [25, 40];
const ids = Array.from({ length: pages }, (_, n) => `page-${n}`);
const files: Files = {
  'authors/lin.md': anAuthor(),
  ...Object.fromEntries(ids.map((id) => [`articles/${id}.md`, anArticle({ title: id })])),
};

async function startRunner(config: DatabaseConfig): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [path.resolve('tests/helpers/run-plans.ts'), JSON.stringify(config)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [words] = await once(child.stdout, 'data');
  expect(String(words)).toBe('ready\n');
  return child;
}

async function openPlanned(engine: EngineName) {
  const config = await preparedDatabaseConfig(engine);
  const db = await openForVisitors(config, silentLog);
  onTestFinished(() => db.close());
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const account = await anAccount(db, { role: 'editor' });
  const editor = { accountId: account.id, name: account.name, role: account.role };
  const tools = { db, clock: systemClock, render: contentWorkInProcess().render };
  /** Plans a change of each page, all of them for a moment that is near when they are written. */
  const plan = async (body: string) => {
    const runAt = '2099-01-01T00:00:00.000Z';
    for (const id of ids) {
      const opened = await openEntry(db.read, 'articles', id);
      const live = readDocument((await findDocument(db.read, 'articles', id)) ?? '');
      const { key, version } = opened?.entry ?? { key: '', version: 0 };
      const document = writeDocument({ ...live, body });
      const result = await planChange(tools, {
        ...{ editor, kind: 'articles', id, key, version, document, runAt },
      });
      expect(result.kind).toBe('done');
    }
    const soon = isoAt(systemClock.now() + 1500);
    await db.write.updateTable('scheduled_changes').set({ run_at: soon, try_at: soon }).execute();
  };
  const carriedOut = () =>
    db.read
      .selectFrom('content_events')
      .select(['id', 'at', 'detail'])
      .where('event', '=', 'planned-change')
      .execute();
  return { config, db, plan, carriedOut };
}

test.for(engines)(
  'of 1,000 planned changes each is carried out once, and never early, by four processes one of which is killed each round, on %s',
  async (engine) => {
    const { config, db, plan, carriedOut } = await openPlanned(engine);
    const runners = await Promise.all(Array.from({ length: 4 }, () => startRunner(config)));
    for (let round = 0; round < rounds; round += 1) {
      const done = round * pages;
      await plan(`第 ${round} 次。`);
      await expect
        .poll(async () => (await carriedOut()).length, { interval: 5, timeout: limitMs(10_000) })
        .toBeGreaterThan(done);
      const killed = runners.shift();
      killed?.kill('SIGKILL');
      await expect
        .poll(async () => (await carriedOut()).length, { interval: 50, timeout: limitMs(10_000) })
        .toBe(done + pages);
      expect(await db.read.selectFrom('scheduled_changes').select('problem').execute()).toEqual([]);
      runners.push(await startRunner(config));
    }
    const events = await carriedOut();
    const late = events
      .map(({ at, detail }) => Date.parse(at) - Date.parse(detail ?? ''))
      .toSorted((a, b) => a - b);
    const [middle, last] = [late[Math.floor(late.length / 2)] ?? 0, late.at(-1) ?? 0];
    console.info(`late on ${engine}: ${middle} ms in the middle, ${last} ms at most`);
    expect(late[0]).toBeGreaterThanOrEqual(0);
    for (const id of ids) expect(events.filter((event) => event.id === id)).toHaveLength(rounds);
    const published = await db.read
      .selectFrom('revisions')
      .select('seq')
      .where('action', '=', 'publish')
      .execute();
    expect(published).toHaveLength(rounds * pages);
  },
);
