import { useActionData } from 'react-router';
import type { FormProblem } from '#shared/accounts.ts';

/** What is wrong about the page's form, when it was sent and something is. */
export function useFormProblem(): FormProblem | undefined {
  // The contract of server/http/form-answer.ts.
  return useActionData() as FormProblem | undefined;
}
