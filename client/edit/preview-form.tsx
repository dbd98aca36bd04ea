import { previewTexts as texts } from '#shared/locale/editors/preview-texts.ts';

export interface PreviewFormProps {
  /** Address that it is sent to. */
  action: string;
  /** Moment as it was typed, or as `2026-12-04T20:00`; empty: now. */
  at: string;
  /** Why the typed moment is none. */
  problem?: string;
  /** Path of the site to go on to; left out: the page before. */
  path?: string;
}

/** Chooses the moment that a preview shows. A form with GET: its answer is the address of that preview. */
export function PreviewForm({ action, at, problem, path }: PreviewFormProps) {
  const described = problem === undefined ? 'preview-rule' : 'preview-problem preview-rule';
  // A browser would not show in its own field what it cannot read.
  const type = problem === undefined ? 'datetime-local' : 'text';
  return (
    <form action={action} className="edit-field preview-form">
      <label htmlFor="preview-at">{texts.moment}</label>
      {path !== undefined && <input type="hidden" name="path" value={path} />}
      <div>
        <input
          id="preview-at"
          type={type}
          name="at"
          defaultValue={at}
          className="field"
          autoComplete="off"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={described}
        />
        <button className="button">{texts.showMoment}</button>
      </div>
      {problem !== undefined && (
        <p id="preview-problem" className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <p id="preview-rule" className="field-rule">
        {texts.momentRule}
      </p>
    </form>
  );
}
