import type { NoticeText } from '#client/edit/notice.tsx';
import { DifferencesPage } from '#client/edit/pages/table/differences-page.tsx';
import { TablePage } from '#client/edit/pages/table/table-page.tsx';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { changedRows, type TablePlan } from '#server/features/editing/table/table-plan.ts';
import { maxTableBytes, maxTableRows } from '#server/features/editing/table/read-table.ts';
import { writeChanges } from '#server/features/editing/table/write-table.ts';
import type { SentForm } from '#server/http/form/large-form.ts';
import type { EditRequest } from '../edit-request.ts';
import type { EditResponder } from '../edit-responder.tsx';
import { columnsInWords, differencesOf, leftOutNotes, problemNotes } from './table-words.ts';

/** Entries; a write of more would keep other writers waiting for longer than they do. */
export const maxChanges = 3_000;

export interface Comparison {
  plan: TablePlan;
  isLossy: boolean;
}

/** Answers with the page of a table: its form, or what a table would change. */
export function tableSender(responder: EditResponder) {
  const limits = { maxMegabytes: maxTableBytes / 1024 / 1024, maxRows: maxTableRows };

  function sendForm(edit: EditRequest, kind: Kind, notices: readonly NoticeText[], statusCode = 200): void {
    const pasted = pastedIn(edit.form);
    const columns = columnsInWords(kind);
    const content = <TablePage {...{ kind, columns, pasted, notices, ...limits }} />;
    responder.send({ title: texts.title, content, statusCode }, edit);
  }

  function sendProblems(edit: EditRequest, kind: Kind, problems: readonly string[], statusCode = 422): void {
    const notices = problems.map((text) => ({ kind: 'problem', text }) as const);
    sendForm(edit, kind, notices, statusCode);
  }

  function sendDifferences(edit: EditRequest, kind: Kind, comparison: Comparison): void {
    const { plan } = comparison;
    const { rowCount, changes, unchanged, problems } = plan;
    const content = (
      <DifferencesPage
        {...{ kind, ...limits }}
        counts={{ rows: rowCount, changes: changedRows(plan).length, unchanged }}
        notices={notesOf(comparison).map((text) => ({ kind: 'plain', text }) as const)}
        problems={problemNotes(kind, plan)}
        wrongRows={new Set(problems.map(({ line }) => line)).size}
        leftOut={leftOutNotes(plan)}
        differences={differencesOf(plan)}
        pasted={pastedIn(edit.form)}
        table={changes.length > maxChanges ? null : writeChanges(plan)}
      />
    );
    responder.send({ title: texts.differences, content, statusCode: problems.length > 0 ? 422 : 200 }, edit);
  }

  return { sendForm, sendProblems, sendDifferences };
}

function notesOf({ plan, isLossy }: Comparison): string[] {
  const { header, changes, problems, leftOut } = plan;
  return [
    ...(changes.length + problems.length + leftOut.length === 0 ? [texts.nothingToDo] : []),
    ...(header.unknown.length > 0 ? [texts.notRead(header.unknown)] : []),
    ...(header.hasVersion ? [] : [texts.noVersion]),
    ...(isLossy ? [texts.lossy] : []),
    ...(changes.length > maxChanges ? [texts.tooManyChanges(maxChanges)] : []),
  ];
}

/** Cells as they were typed: names need not be composed. */
export function pastedIn(form: SentForm | undefined): string {
  return form?.get('table')?.[0] ?? '';
}
