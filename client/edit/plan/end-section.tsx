import { mainFormId } from '#shared/editing/main-form.ts';
import { endField } from '#shared/editing/plan/end-field.ts';
import { planTexts } from '#shared/locale/editors/plan-texts.ts';
import { TimeControl } from '#client/edit/form/field-control.tsx';
import type { FormProblems } from '#client/edit/form/form-fields.tsx';

interface EndSectionProps {
  /** Day and hour as they were typed. */
  typed: string;
  problems: FormProblems;
}

/** Plans the end of a page, beside its form, with which it is sent. */
export function EndSection({ typed, problems }: EndSectionProps) {
  const problem = problems.fields.get(endField);
  const id = `f-${endField}`;
  return (
    <div className="mt-6 grid gap-2">
      <div className="edit-field">
        <label htmlFor={id}>{planTexts.end}</label>
        <TimeControl
          form={mainFormId}
          name={endField}
          id={id}
          defaultValue={typed}
          className="field"
          autoComplete="off"
          aria-describedby={problem === undefined ? `${id}-rule` : `${id}-problem ${id}-rule`}
          aria-invalid={problem !== undefined || undefined}
        />
        {problem !== undefined && (
          <p id={`${id}-problem`} className="field-problem">
            {problem}
          </p>
        )}
        <p id={`${id}-rule`} className="field-rule">
          {planTexts.endRule}
        </p>
      </div>
      <p>
        <button form={mainFormId} name="do" value="plan-end" className="button">
          {planTexts.planEnd}
        </button>
      </p>
      <p className="edit-meta">{planTexts.moreText}</p>
    </div>
  );
}
