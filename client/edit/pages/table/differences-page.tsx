import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';
import { TableForm, type TablePageProps } from './table-page.tsx';

/** Row of a file, with a sentence about it. */
export interface RowNote {
  line: number;
  id: string;
  /** Id of the variant; empty: the row is the entry's own. */
  variant: string;
  /** Empty for a row that names nothing. */
  title: string;
  text: string;
}

export interface RowDifference {
  line: number;
  id: string;
  title: string;
  /** Values that tell the variant from others; empty: the row is the entry's own. */
  variant: string;
  cells: readonly { name: string; label: string; before: string; after: string }[];
}

export interface DifferencesPageProps extends Pick<
  TablePageProps,
  'kind' | 'maxMegabytes' | 'maxRows' | 'pasted'
> {
  counts: { rows: number; changes: number; unchanged: number };
  notices: readonly NoticeText[];
  problems: readonly RowNote[];
  /** Rows with mistakes: one may have several. */
  wrongRows: number;
  leftOut: readonly RowNote[];
  differences: readonly RowDifference[];
  /** The rows that change, to be sent; null: they are too many. */
  table: string | null;
}

/** Elements of more rows would hold the event loop for longer than a page may; the others are one text. */
const maxRowElements = 300;
const maxProblems = 200;

/** Everything that a table would change, before anything is written. */
export function DifferencesPage(props: DifferencesPageProps) {
  const { kind, counts, notices, problems, leftOut, differences } = props;
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{texts.differences}</h1>
      <p className="edit-column">{texts.counts(counts.rows, counts.changes, counts.unchanged)}</p>
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
      {problems.length > 0 && (
        <section aria-labelledby="problems" className="edit-notice" data-kind="problem" role="alert">
          <h2 id="problems">{texts.problemsTitle(problems.length)}</h2>
          <RowNotes kind={kind} notes={problems.slice(0, maxProblems)} />
          {problems.length > maxProblems && <p>{texts.moreProblems(problems.length - maxProblems)}</p>}
          <p>{texts.problemsText}</p>
        </section>
      )}
      {leftOut.length > 0 && (
        <section aria-labelledby="left-out" className="edit-notice">
          <h2 id="left-out">{texts.leftOutTitle(leftOut.length)}</h2>
          <RowNotes kind={kind} notes={leftOut.slice(0, maxProblems)} />
          {leftOut.length > maxProblems && <p>{texts.moreChanges(leftOut.length - maxProblems)}</p>}
        </section>
      )}
      {differences.length > 0 && (
        <section aria-labelledby="changes" className="grid gap-4">
          <h2 id="changes" className="section-title">
            {texts.changesTitle}
          </h2>
          <DifferenceTable kind={kind} differences={differences.slice(0, maxRowElements)} />
          {differences.length > maxRowElements && (
            <details>
              <summary className="row-link text-primary">
                {texts.moreChanges(differences.length - maxRowElements)}
              </summary>
              <pre className="edit-lines">{differences.slice(maxRowElements).map(lineOf).join('\n')}</pre>
            </details>
          )}
        </section>
      )}
      <WriteForm {...props} />
      {problems.length > 0 && (
        <section aria-labelledby="again" className="edit-column grid gap-4">
          <h2 id="again" className="section-title">
            {texts.upload}
          </h2>
          <TableForm {...props} />
        </section>
      )}
      <p>
        <a href={href(editPaths.table(kind))} className="row-link">
          {editTexts.remove.cancel}
        </a>
      </p>
    </>
  );
}

function RowNotes({ kind, notes }: { kind: Kind; notes: readonly RowNote[] }) {
  const href = useEditHref();
  return (
    <ul className="list-disc ps-6">
      {notes.map(({ line, id, variant, title, text }, index) => (
        // A row may have two mistakes, and the page is rendered once.
        <li key={index} className="wrap-anywhere">
          {texts.row(line, id)}
          {title === '' ? id : <a href={href(editPaths.entry(kind, id))}>{title}</a>}
          {variant !== '' && texts.variant(variant)}
          {texts.said(text)}
        </li>
      ))}
    </ul>
  );
}

function DifferenceTable({ kind, differences }: { kind: Kind; differences: readonly RowDifference[] }) {
  const href = useEditHref();
  return (
    <div className="edit-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.lineHead}</th>
            <th scope="col">{texts.entryHead}</th>
            <th scope="col">{texts.changeHead}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ line, id, title, variant, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>
                <a href={href(editPaths.entry(kind, id))} className="line-clamp-3">
                  {title}
                </a>
                {variant !== '' && <span className="edit-meta block">{variant}</span>}
              </td>
              <td className="difference">
                {cells.map(({ name, label, before, after }) => (
                  <span key={name} className="block">
                    {texts.cell(label)}
                    <del>{before || texts.emptyValue}</del>
                    {' → '}
                    <ins>{after || texts.emptyValue}</ins>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function lineOf({ line, title, variant, cells }: RowDifference): string {
  const parts = cells.map(
    ({ label, before, after }) => `${label} ${before || texts.emptyValue} → ${after || texts.emptyValue}`,
  );
  return texts.rowOfChanges(line, title + (variant && texts.variant(variant)), parts);
}

function WriteForm({ kind, counts, wrongRows, table }: DifferencesPageProps) {
  const href = useEditHref();
  if (counts.changes === 0 || table === null) return null;
  const label = wrongRows > 0 ? texts.writeOthers(wrongRows, counts.changes) : texts.write(counts.changes);
  return (
    <PostForm action={href(editPaths.table(kind))} className="edit-column grid gap-4">
      <div hidden>
        <textarea name="table" defaultValue={table} readOnly aria-hidden="true" />
      </div>
      <p>{texts.visitors}</p>
      <p>
        <button name="do" value="write" className={wrongRows > 0 ? 'button' : 'button-primary'}>
          {label}
        </button>
      </p>
    </PostForm>
  );
}
