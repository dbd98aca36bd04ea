import { data, redirect, redirectDocument } from 'react-router';
import type { AccountForm, FormAnswer, FormProblem } from '#shared/accounts.ts';
import { isPageError, type PageError } from '#shared/payload/page-error.ts';
import { createHttpClient } from '../fetch/http-client.ts';
import { forgetPayloads, pageErrorFrom } from '../fetch/payloads.ts';

// Addresses have the base path already.
const http = createHttpClient({ baseURL: '/', timeoutMs: 15_000 });

/** Sends a page's form by script. A problem with the form is an answer too, not an error. */
export async function sendForm(
  path: string,
  form: URLSearchParams,
  signal?: AbortSignal,
): Promise<FormAnswer> {
  try {
    // Our own server's answer to a form.
    return (await http.post(path, form, signal && { signal })) as FormAnswer;
  } catch (error) {
    const problem = problemIn(error);
    if (problem === null) throw pageErrorFrom(error);
    return problem;
  } finally {
    forgetPayloads();
  }
}

/** Returns a redirect for the router, or the problem for the page's form. Typed text stays in it either way. */
export async function runAction(request: Request): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  const fields = [...(await request.formData())].map(([name, value]) => [name, String(value)]);
  const form = new URLSearchParams(fields);
  const answer = await sendForm(pathname + search, form, request.signal).catch((error: unknown) => {
    if (request.signal.aborted || !isPageError(error)) throw error;
    return { problem: problemOf(error, form) };
  });
  if ('seeOther' in answer) {
    // The edit area is no page of this router.
    const go = /^\/edit(?:[/?]|$)/.test(answer.seeOther) ? redirectDocument : redirect;
    return go(answer.seeOther);
  }
  // A status of failure: the page's own data need not be read again.
  return data(answer.problem, { status: 422 });
}

/** Forms of the account page that show their problem beside them; for the others it is shown at the top. */
const formsThatSayIt: readonly AccountForm[] = ['change-password', 'delete'];

function problemOf({ statusCode }: PageError, form: URLSearchParams): FormProblem {
  const which = formsThatSayIt.find((name) => name === form.get('do'));
  return { code: statusCode === 0 ? 'unanswered' : 'failed', ...(which && { form: which }) };
}

function problemIn(error: unknown): FormAnswer | null {
  const body: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  // `problem` is in nothing else that the server sends.
  return typeof body === 'object' && body !== null && 'problem' in body ? (body as FormAnswer) : null;
}
