import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { sourceColumn } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import { OverloadedError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { anyRows, anyTable } from '../entries/any-table.ts';
import type { ContentWork } from './content-work.ts';
import { idsInOrder } from '../entries/documents.ts';
import { isHtmlReason } from '../html/find-refused.ts';
import { inBatches } from '../entries/in-batches.ts';
import { contentKinds } from '../kinds/content-kinds.ts';
import type { Row } from '../kinds/content-kind.ts';
import { rendererVersion, type RenderedBody } from '../markdown/render-markdown.ts';

interface Tools {
  db: Database;
  contentWork: ContentWork;
  log: Log;
}

/**
 * Renders stored Markdown again when this build makes other HTML than the one that stored it. In small steps, while the
 * site serves the old HTML. Unchanged results are not written, and no entry's version changes. Only one process of a
 * machine does it: `whenMine` resolves when it is this one.
 */
export function keepRendered(tools: Tools, whenMine: Promise<void>): { close(): Promise<void> } {
  let isClosing = false;
  let working: Promise<unknown> = Promise.resolve();
  void whenMine.then(() => {
    if (isClosing) return;
    working = renderStored(tools, () => isClosing).catch((error: unknown) => {
      if (!isClosing) tools.log.warn({ err: error }, 'the stored texts could not be rendered anew');
    });
  });
  return {
    async close() {
      isClosing = true;
      await working;
    },
  };
}

/** Resolves to how many entries have become others. */
export async function renderStored(tools: Tools, isStopped: () => boolean): Promise<number> {
  const { db, log } = tools;
  if (await isRendered(db.read)) return 0;
  let changed = 0;
  for (const kind of kindNames) {
    for await (const ids of idsInOrder(db.read, kind)) {
      for (const some of inBatches(ids, step)) {
        if (isStopped()) return changed;
        changed += await renderSome(tools, kind, some);
        await nextTurn();
      }
    }
  }
  await noteRendered(db.write);
  if (changed > 0) log.info({ changed }, 'texts that were stored by another version have been rendered anew');
  return changed;
}

const step = 20;

async function renderSome(
  { db, contentWork, log }: Tools,
  kind: Kind,
  ids: readonly string[],
): Promise<number> {
  const { toMade } = contentKinds[kind];
  const source = sourceColumn(kind);
  const rows = await anyRows(db.read, kind).where('id', 'in', ids).execute();
  const different: { row: Row; made: Row }[] = [];
  for (const row of rows) {
    try {
      const rendered = await renderWhenFree(contentWork, String(row[source]));
      const { refused } = rendered;
      if (refused.some(({ reason }) => isHtmlReason(reason))) {
        // Its tags would be shown to visitors as text. It was fit to be published before, so the renderer is wrong.
        log.error(
          { kind, id: row['id'], refused },
          'a stored text is kept as it is: its HTML would be refused now',
        );
        continue;
      }
      const made = toMade(rendered);
      if (Object.entries(made).some(([column, value]) => row[column] !== value))
        different.push({ row, made });
    } catch (error) {
      log.warn({ err: error, kind, id: row['id'] }, 'a stored text could not be rendered anew');
    }
  }
  if (different.length === 0) return 0;
  return writeTransaction(db, async (trx) => {
    let written = 0;
    for (const { row, made } of different) {
      // A writer who stored another text meanwhile has rendered it already.
      const { numUpdatedRows } = await anyTable(trx)
        .updateTable(kind)
        .set(made)
        .where('id', '=', row['id'])
        .where(source, '=', row[source])
        .executeTakeFirstOrThrow();
      written += Number(numUpdatedRows);
    }
    return written;
  });
}

const retryMs = 1_000;

/** Saving editors come first. */
async function renderWhenFree(contentWork: ContentWork, source: string): Promise<RenderedBody> {
  for (;;) {
    try {
      return await contentWork.render(source);
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      await delay(retryMs);
    }
  }
}

const name = 'rendered-texts';

async function isRendered(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    hash: string;
  }>`select hash from schema_repeatables where name = ${name}`.execute(db);
  return rows[0]?.hash === String(rendererVersion);
}

/**
 * Records that all stored bodies were rendered by this version. It stands beside other parts that are redone when their
 * version changes.
 */
export async function noteRendered(db: Kysely<Schema>): Promise<void> {
  await sql`insert into schema_repeatables (name, hash) values (${name}, ${String(rendererVersion)})
    on conflict (name) do update set hash = excluded.hash`.execute(db);
}
