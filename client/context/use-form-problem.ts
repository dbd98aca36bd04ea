import { useActionData } from 'react-router';
import type { FormProblem } from '#shared/accounts.ts';

/** Returns the problem of the form that was just sent; undefined when there is none. */
export function useFormProblem(): FormProblem | undefined {
  // The contract of server/http/form/form-answer.ts.
  return useActionData() as FormProblem | undefined;
}
