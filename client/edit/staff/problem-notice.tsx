import type { StaffProblem } from '#shared/editing/staff.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';

/** Says what is wrong about a form that was sent. */
export function ProblemNotice({ id, problem }: { id: string; problem: StaffProblem | null }) {
  if (problem === null) return null;
  const text = staffTexts.problems[problem.code].replace('{{minutes}}', String(problem.minutes ?? 1));
  return (
    <p id={id} role="alert" className="edit-notice" data-kind="problem">
      {text}
    </p>
  );
}
