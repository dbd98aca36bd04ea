import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { WrittenPage } from '#client/edit/pages/table/written-page.tsx';
import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import { changeMany, type LeftOut } from '#server/features/editing/many/change-many.ts';
import { columnLabels } from '#server/features/editing/table/column-labels.ts';
import { planTable } from '#server/features/editing/table/plan-table.ts';
import { maxTableBytes, readTable } from '#server/features/editing/table/read-table.ts';
import type { TablePlan } from '#server/features/editing/table/table-plan.ts';
import { exportTable } from '#server/features/editing/table/write-table.ts';
import { valueOf } from '#server/http/form/large-form.ts';
import { caching } from '#server/pages/store/page-caching.ts';
import { kindOf, numberIn, queryOf } from '../edit-address.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditRoutesOptions } from '../entries/entry-routes.tsx';
import { maxChanges, pastedIn, tableSender, type Comparison } from './send-table.tsx';
import { describeHeader, describeUnreadable, entryNotes } from './table-words.ts';

/** The table of the entries of a kind, out and in. Between its two steps nothing is kept on the server. */
export function tableRoutes({ gate, responder, tools }: EditRoutesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { db } = tools;
  const { sendForm, sendProblems, sendDifferences } = tableSender(responder);
  // A table takes 20 MB while it is compared.
  const comparing = createWorkQueue({ atOnce: 1, maxWaiting: 5 });

  router.get(
    '/edit/:kind/_table',
    gate.read((edit) => {
      const kind = tableKindOf(edit);
      if (kind === null) return responder.hide(edit);
      const count = numberIn(queryOf(edit.request).get('written'));
      sendForm(edit, kind, count === null ? [] : [{ kind: 'done', text: texts.written(count) }]);
    }),
  );

  router.get(
    '/edit/:kind/_table/export',
    gate.read(async (edit) => {
      const kind = tableKindOf(edit);
      if (kind === null) return responder.hide(edit);
      edit.response.set({
        'Cache-Control': caching.personal,
        'X-Robots-Tag': 'noindex',
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${kind}-${tools.clock.nowIso().slice(0, 10)}.csv"`,
      });
      await pipeline(Readable.from(exportTable(db.read, kind)), edit.response);
    }),
  );

  const file = {
    maxBytes: maxTableBytes,
    refuse(edit: EditRequest) {
      const kind = tableKindOf(edit);
      const problem = describeUnreadable({ code: 'too-large', max: maxTableBytes });
      if (kind === null) void responder.hide(edit);
      else sendProblems(edit, kind, [problem], 413);
    },
  };
  const submitted = responder.submit(
    gate,
    async (edit, form) => {
      const kind = tableKindOf(edit);
      if (kind === null) return responder.hide(edit);
      const bytes = edit.file ?? Buffer.from(pastedIn(form));
      if (bytes.length === 0) return sendProblems(edit, kind, [texts.nothing]);
      const comparison = await comparing.run(0, () => compare(kind, bytes));
      if (comparison === null) throw new OverloadedError('too many tables are waiting to be compared');
      if ('problems' in comparison) return sendProblems(edit, kind, comparison.problems);
      const { plan } = comparison;
      const mayWrite = plan.problems.length === 0 && plan.changes.length <= maxChanges;
      if (valueOf(form, 'do') === 'write' && mayWrite) return write(edit, kind, plan);
      return sendDifferences(edit, kind, comparison);
    },
    file,
  );
  router.post('/edit/:kind/_table', submitted);

  async function compare(kind: Kind, bytes: Uint8Array): Promise<Comparison | { problems: string[] }> {
    const read = await readTable(bytes);
    if ('unreadable' in read) return { problems: [describeUnreadable(read.unreadable)] };
    const { table } = read;
    const planned = await planTable(db.read, kind, table, columnLabels);
    if ('plan' in planned) return { plan: planned.plan, isLossy: table.isLossy };
    return { problems: planned.headerProblems.map((problem) => describeHeader(kind, problem)) };
  }

  async function write(edit: EditRequest, kind: Kind, plan: TablePlan): Promise<void> {
    const { changes } = plan;
    const result = await changeMany(tools, { editor: edit.editor, action: 'publish', kind, changes });
    if (result.kind === 'forbidden') return responder.hide(edit);
    const { changed } = result;
    const before = leftOutBefore(plan);
    const titles = new Map([...changes, ...plan.leftOut].map(({ id, title }) => [id, title]));
    const leftOut = entryNotes(kind, [...before, ...result.leftOut], titles);
    const back = { to: editPaths.table(kind), label: texts.again };
    if (leftOut.length === 0) return responder.goTo(`${back.to}?written=${changed}`, edit);
    const notice = { text: texts.many.doneBesides(changed) };
    const content = <WrittenPage {...{ kind, notice, leftOut, back }} title={texts.title} />;
    responder.send({ title: texts.title, content, statusCode: 409 }, edit);
  }

  return router;
}

/** Entries that were left out when the table was compared, each once. */
function leftOutBefore({ leftOut }: TablePlan): LeftOut[] {
  const entries = leftOut.flatMap(({ id, reason, by }): LeftOut[] =>
    reason === 'beside' ? [] : [{ id, reason, by, issues: [] }],
  );
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Null for a kind without a table. */
function tableKindOf({ request }: EditRequest): Kind | null {
  const kind = kindOf(request);
  return kind !== null && kinds[kind].table !== undefined ? kind : null;
}
