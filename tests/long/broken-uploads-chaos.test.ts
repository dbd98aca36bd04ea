import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { listChildren } from '#scripts/tools/servers/other-processes.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { sweepIncoming } from '#server/features/editing/media/sweep-incoming.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { expectAnswers, sendBroken } from '../helpers/broken-uploads.ts';
import { howMany } from '../helpers/how-many.ts';
import { runSite } from '../helpers/run-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { findWithoutFile } from '../helpers/uploads.ts';

const count = howMany({ usually: 300, whole: 1000 });
const atOnce = 6;

test(`${count} uploads that break off, lie or are killed leave no row without its file`, async () => {
  const dataDir = sampleFolder();
  const db = await openDataFolder(dataDir);
  onTestFinished(() => db.close());
  await anAccount(db, { role: 'editor' });
  const start = () => runSite(production, { DATA_DIR: dataDir }, onTestFinished);
  let site = await start();
  const { cookie } = await signIn(site.origin);
  const statuses: number[] = [];
  for (let number = 0; number < count; number += atOnce) {
    const sent = Array.from({ length: atOnce }, (_, n) => sendBroken({ ...site, cookie }, number + n));
    // The program for uploads dies in the middle, and now and then the site itself.
    const [program] = listChildren(site.pid);
    if (number % 60 === 30 && program !== undefined) process.kill(program, 'SIGKILL');
    if (number % 120 === 60) {
      await site.stop('SIGKILL');
      await Promise.all(sent);
      site = await start();
    } else statuses.push(...(await Promise.all(sent)));
  }
  expectAnswers(statuses);
  await site.stop();
  await sweepIncoming(dataDir, Infinity);
  expect(readdirSync(path.join(dataDir, 'incoming'))).toEqual([]);
  const lost = await findWithoutFile({ db, media: { store: folderStore(dataDir) } });
  expect(lost).toEqual([]);
});

async function signIn(origin: string): Promise<{ cookie: string }> {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'lin@example.com', password: rightPassword }),
  });
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}
