import { onTestFinished } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { findDocument } from '#server/content/entries/documents.ts';
import { readDocument, writeDocument } from '#server/content/entries/entry-document.ts';
import { contentWorkInProcess } from '#server/content/thread/content-work.ts';
import { openForVisitors } from '#server/db/open/open-database.ts';
import { openEntry } from '#server/features/editing/entries/open-entry.ts';
import { planChange } from '#server/features/editing/plans/plan-change.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anAccount } from './accounts.ts';
import { anArticle, anAuthor, contentFolder, type Files } from './content.ts';
import { preparedDatabaseConfig, silentLog, temporaryFolder, type EngineName } from './databases.ts';

/** Articles in a database on which no site runs, and an editor who plans changes of them. */
export async function openPlannedPages(engine: EngineName, ids: readonly string[]) {
  const files: Files = {
    'authors/lin.md': anAuthor(),
    ...Object.fromEntries(ids.map((id) => [`articles/${id}.md`, anArticle({ title: id })])),
  };
  const config = await preparedDatabaseConfig(engine);
  const db = await openForVisitors(config, silentLog);
  onTestFinished(() => db.close());
  await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
  const account = await anAccount(db, { role: 'editor' });
  const editor = { accountId: account.id, name: account.name, role: account.role };
  const tools = { db, clock: systemClock, render: contentWorkInProcess().render };
  /** Plans a change of each page. Resolves to how many were planned. */
  async function plan(body: string): Promise<number> {
    let planned = 0;
    for (const id of ids) {
      const opened = await openEntry(db.read, 'articles', id);
      const live = readDocument((await findDocument(db.read, 'articles', id)) ?? '');
      const { key, version } = opened?.entry ?? { key: '', version: 0 };
      const document = writeDocument({ ...live, body });
      const runAt = '2099-01-01T00:00:00.000Z';
      const change = { editor, kind: 'articles', id, key, version, document, runAt } as const;
      if ((await planChange(tools, change)).kind === 'done') planned += 1;
    }
    return planned;
  }
  return {
    ...{ config, db, tools, plan },
    /** Moves all plans to a moment, which need not be a minute. */
    planFor: (at: string) =>
      db.write.updateTable('scheduled_changes').set({ run_at: at, try_at: at }).execute(),
    carriedOut: () =>
      db.read
        .selectFrom('content_events')
        .select(['id', 'at', 'detail'])
        .where('event', '=', 'planned-change')
        .execute(),
  };
}
