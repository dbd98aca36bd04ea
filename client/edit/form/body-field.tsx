import { bodyIds, bodyPicks, bodyTools } from '#shared/editing/body-tools.ts';
import { editPaths } from '#shared/editing/edit-paths.ts';
import { editTexts } from '#shared/locale/editors/edit-texts.ts';
import { libraryTexts } from '#shared/locale/editors/library-texts.ts';
import { writingTexts } from '#shared/locale/editors/writing-texts.ts';
import { useEditHref } from '../edit-context.ts';

interface BodyFieldProps {
  label: string;
  body: string;
  /** Sentences about mistakes in the text. */
  problems: readonly string[];
}

/** The Markdown of an entry. A script shows the tools above it and the count below. */
export function BodyField({ label, body, problems }: BodyFieldProps) {
  const rule = `${bodyIds.field}-rule`;
  const problem = `${bodyIds.field}-problem`;
  const hasProblems = problems.length > 0;
  return (
    <div className="edit-field">
      <label htmlFor={bodyIds.field}>{label}</label>
      <p id={rule} className="field-rule">
        {editTexts.form.bodyRule}
      </p>
      {hasProblems && (
        <ul id={problem} className="field-problem">
          {problems.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <div className="edit-text">
        <BodyToolbar />
        <textarea
          id={bodyIds.field}
          name="body"
          className="field edit-body"
          rows={20}
          defaultValue={body}
          spellCheck={false}
          aria-describedby={hasProblems ? `${problem} ${rule}` : rule}
          aria-invalid={hasProblems || undefined}
        />
        <div
          id={bodyIds.preview}
          role="region"
          aria-label={writingTexts.previewLabel}
          tabIndex={0}
          className="edit-side prose"
          hidden
        />
      </div>
      <p id={bodyIds.count} className="edit-meta" hidden />
      <ul
        id={bodyIds.uploads}
        className="upload-list"
        aria-label={libraryTexts.script.list}
        {...uploadWords}
      />
      <p id={bodyIds.note} role="status" className="edit-meta" />
    </div>
  );
}

const uploadWords = Object.fromEntries(
  Object.entries(libraryTexts.script).map(([name, text]) => [`data-${name}`, text]),
);

function BodyToolbar() {
  const href = useEditHref();
  return (
    <div
      id={bodyIds.toolbar}
      role="toolbar"
      aria-label={writingTexts.toolbar}
      aria-controls={bodyIds.field}
      className="edit-tools"
      hidden
    >
      {[...bodyTools, ...bodyPicks].map(({ name }) => (
        <button key={name} type="button" value={name}>
          {writingTexts.tools[name]}
        </button>
      ))}
      <button
        type="button"
        value="preview"
        data-render={href(editPaths.render)}
        aria-pressed={false}
        aria-controls={bodyIds.preview}
      >
        {writingTexts.preview}
      </button>
    </div>
  );
}
