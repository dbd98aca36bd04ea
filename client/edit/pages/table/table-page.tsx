import { editPaths } from '#shared/editing/edit-paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { tableTexts as texts } from '#shared/locale/editors/table-texts.ts';
import { useEditHref } from '#client/edit/edit-context.ts';
import { PostForm } from '#client/edit/form/post-form.tsx';
import { Notice, type NoticeText } from '#client/edit/notice.tsx';

export interface TablePageProps {
  kind: Kind;
  /** Names of the columns with what they hold. */
  columns: readonly { name: string; label: string; rule: string }[];
  maxMegabytes: number;
  maxRows: number;
  /** Rows that were pasted and could not be read. */
  pasted: string;
  notices: readonly NoticeText[];
}

/** The table of all entries of a kind: out to a spreadsheet program, and in again. */
export function TablePage({ kind, columns, notices, ...form }: TablePageProps) {
  const href = useEditHref();
  return (
    <>
      <h1 className="page-title">{texts.title}</h1>
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
      <div className="edit-column grid gap-4">
        <p>{texts.text}</p>
        <p>
          <a href={href(editPaths.tableFile(kind))} className="button-primary" download>
            {texts.download}
          </a>
        </p>
      </div>
      <section aria-labelledby="upload" className="edit-column grid gap-4">
        <h2 id="upload" className="section-title">
          {texts.upload}
        </h2>
        <TableForm kind={kind} {...form} />
      </section>
      <section aria-labelledby="columns" className="edit-column grid gap-4">
        <h2 id="columns" className="section-title">
          {texts.columnsTitle}
        </h2>
        <p>{texts.columns}</p>
        <dl className="status-facts">
          {columns.map(({ name, label, rule }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{texts.column(label, rule)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

type TableFormProps = Pick<TablePageProps, 'kind' | 'maxMegabytes' | 'maxRows' | 'pasted'>;

/** Takes a file, or cells that were copied in a spreadsheet program. */
export function TableForm({ kind, maxMegabytes, maxRows, pasted }: TableFormProps) {
  const href = useEditHref();
  return (
    <PostForm action={href(editPaths.table(kind))} className="grid gap-4">
      <div className="edit-field">
        <label htmlFor="file">{texts.file}</label>
        <input
          id="file"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="field py-2"
          aria-describedby="file-rule"
        />
        <p id="file-rule" className="field-rule">
          {texts.fileRule(maxMegabytes, maxRows)}
        </p>
      </div>
      <div className="edit-field">
        <label htmlFor="table">{texts.rows}</label>
        <textarea
          id="table"
          name="table"
          rows={4}
          className="field"
          defaultValue={pasted}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="table-rule"
        />
        <p id="table-rule" className="field-rule">
          {texts.rowsRule}
        </p>
      </div>
      <p>
        <button name="do" value="check" className="button-primary">
          {texts.check}
        </button>
      </p>
    </PostForm>
  );
}
