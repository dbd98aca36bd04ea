import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { keepAutosave } from '#server/features/editing/autosave/autosaves.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { keyOf } from '../helpers/entries.ts';
import { aClockAt } from '../helpers/site.ts';

const everyMs = 8_000;
const saves = (8 * 60 * 60 * 1000) / everyMs;

test.for(engines)(
  '8 hours of typing make no revision, and at most 2 MB of database, on %s',
  async (engine) => {
    const start = Date.parse('2026-11-27T01:00:00.000Z');
    const clock = aClockAt(new Date(start).toISOString());
    const { services, signIn } = await openEditSite(
      engine,
      { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle() },
      { clock },
    );
    const { db } = services;
    const { accountId } = await signIn();
    const slot = { accountId, entryKey: await keyOf(db.read, 'articles', 'spring'), tab: 'tab-of-a-day' };
    const revisions = () => db.read.selectFrom('revisions').select('seq').execute();
    const [before, history] = [await bytesOf(db), await revisions()];
    for (let save = 1; save <= saves; save += 1) {
      clock.set(new Date(start + save * everyMs).toISOString());
      // 25,000 characters at the end of the day.
      const form: [string, string][] = [['body', aText(Math.ceil(save * 7))]];
      await keepAutosave(
        { db, clock },
        { ...slot, kind: 'articles', title: '', form, baseVersion: 1, hash: `${save}` },
      );
      // Its own vacuum looks every minute for 200 pieces of 2 kB, of which such a text has up to 38.
      if (engine === 'postgres' && save % 12 === 0) await sql`vacuum autosaves`.execute(db.write);
    }
    expect(await revisions()).toEqual(history);
    expect((await bytesOf(db)) - before).toBeLessThan(2 * 1024 * 1024);
  },
);

/** Characters by turns, which no database packs into nothing. */
function aText(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join(
    '',
  );
}

async function bytesOf(db: Database): Promise<number> {
  const size =
    db.engine === 'postgres'
      ? sql<{ bytes: string }>`select pg_total_relation_size('autosaves') as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db.read);
  return Number(rows[0]?.bytes);
}
