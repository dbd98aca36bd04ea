import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { migrateCommand, statusCommand } from '#server/db/schema-command.ts';
import { anAccount } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import {
  engines,
  preparedDatabaseConfig,
  silentLog,
  urlOf,
  type AtEnd,
  type EngineName,
} from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { earlier, later } from '../helpers/planted-migrations.ts';
import { signInAt, startTraffic } from '../helpers/site-traffic.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'products/pot.md': aProduct(),
};

const emails = ['lin@example.com', 'chen@example.com'];

/** Starts a server, and returns its address. */
async function serve({ app }: TestSite): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** People who read, save and sign in, and an editor who writes to the table that is changed. */
async function visit({ services }: TestSite, origin: string) {
  const cookies = await Promise.all(emails.map((email) => signInAt(origin, email)));
  const traffic = startTraffic(origin, cookies);
  let isOver = false;
  let written = 0;
  onTestFinished(() => void (isOver = true));
  const writing = (async () => {
    while (!isOver) {
      written += 1;
      await writeTransaction(services.db, (trx) =>
        trx
          .updateTable('products')
          .set({ summary: `${written}` })
          .where('id', '=', 'pot')
          .execute(),
      );
      await signInAt(origin, emails[written % emails.length] ?? '');
    }
  })();
  return {
    /** Until each has done so much more. */
    async goOn() {
      const enough = { answers: traffic.answers.length + 12, written: written + 2 };
      await expect.poll(() => traffic.answers.length > enough.answers && written > enough.written).toBe(true);
    },
    async end() {
      isOver = true;
      await Promise.all([traffic.end(), writing]);
      expect(traffic.answers.filter(({ status }) => status === 0 || status >= 500)).toEqual([]);
    },
  };
}

/** Reads a table that a migration will change, and holds it; resolves to a function that ends it. */
async function readForLong(
  config: DatabaseConfig,
  atEnd: AtEnd = onTestFinished,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: urlOf(config), application_name: 'a-long-report' });
  await client.connect();
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= client.end());
  atEnd(end);
  await client.query('begin');
  await client.query('select count(*) from products');
  return end;
}

async function migrateByHand(database: DatabaseConfig, isContract: boolean): Promise<string[]> {
  const said: string[] = [];
  const tools = { database, log: silentLog, out: (line: string) => void said.push(line), steps: later };
  await migrateCommand(tools, { isContract, isDryRun: false });
  return said;
}

async function openEarlier(engine: EngineName): Promise<{ before: TestSite; database: DatabaseConfig }> {
  const database = await preparedDatabaseConfig(engine);
  const before = await openSite({ database, migrations: earlier, files });
  for (const email of emails) await anAccount(before.services.db, { email });
  return { before, database };
}

test.for(engines)(
  'two builds serve over one database on %s while its schema grows, and back, and until it shrinks',
  async (engine) => {
    const { before, database } = await openEarlier(engine);
    const ofBefore = await visit(before, await serve(before));

    const end = engine === 'postgres' ? await readForLong(database) : null;
    const { log, lines } = keptLog();
    const opening = openSite({ database, migrations: later, log });
    if (end !== null) {
      const waiting = () => lines.find(({ msg }) => msg.startsWith('the schema is not changed yet'));
      await expect.poll(waiting).toMatchObject({
        level: 'warn',
        blockedBy: [expect.objectContaining({ application: 'a-long-report', user: expect.any(String) })],
      });
      await ofBefore.goOn();
      await end();
    }
    const after = await opening;
    expect(lines.map(({ migrations }) => migrations)).toContainEqual(['9002-shelves', '9003-shelf-index']);
    const ofAfter = await visit(after, await serve(after));
    await Promise.all([ofBefore.goOn(), ofAfter.goOn()]);

    const back = await openSite({ database, migrations: earlier });
    const ofBack = await visit(back, await serve(back));
    await Promise.all([ofBack.goOn(), ofAfter.goOn()]);

    await expect(migrateByHand(database, true)).rejects.toThrow(
      /^9004-no-old-shelf is not applied: .* 2 process\(es\) .* version .*, build test-build \(at .*Stop them/,
    );
    await Promise.all([ofBefore.end(), ofBack.end()]);
    await Promise.all([before.services.close(), back.services.close()]);
    expect(await migrateByHand(database, true)).toEqual(['applied 9004-no-old-shelf']);
    await ofAfter.goOn();
    await ofAfter.end();

    await expect(openSite({ database, migrations: earlier })).rejects.toThrow(
      /has the migration\(s\) 9004-no-old-shelf \(contract, applied by version .* at .*\)\. Start the version that made it/,
    );
    const said: string[] = [];
    const status = { database, log: silentLog, out: (line: string) => void said.push(line) };
    expect(await statusCommand({ ...status, steps: earlier })).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^unknown {2}9003-shelf-index {2}expand, applied by/));
    expect(said.at(-1)).toMatch(/does not start on this database: it does not know 9004-no-old-shelf/);
    expect(await statusCommand({ ...status, steps: later })).toBe(0);
  },
);
