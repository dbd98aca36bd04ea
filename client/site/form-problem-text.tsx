import '#shared/locale/visitors/account-texts.ts';
import type { FormProblem } from '#shared/accounts.ts';
import { useText } from '../context/use-text.ts';

/** Problem of a submitted form, announced at once by screen readers. */
export function FormProblemText({ id, problem }: { id: string; problem: FormProblem | undefined }) {
  const t = useText();
  return (
    <div id={id} role="alert">
      {problem && (
        <p className="rounded-md border border-error px-4 py-3 text-error">
          {t(`formProblem.${problem.code}`, { minutes: problem.minutes ?? 1 })}
        </p>
      )}
    </div>
  );
}
