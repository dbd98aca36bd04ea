import type { FormProblem, Viewer } from '../accounts.ts';
import type { PageError } from './page-error.ts';
import { htmlFields, serverFields, type PayloadBody } from './route-payloads.ts';

/** Data with which the browser takes over the server's page, in `<script id="page-data">`. */
export interface PageData {
  loaderData: PayloadBody['data'];
  /** Names of `htmlFields` that are not in the data. */
  leftOut?: string[];
  /** By the id of the route that shows its error page; null without an error. */
  errors: Record<string, PageError> | null;
  /** By the id of the route whose form has a problem. */
  actionData?: Record<string, FormProblem>;
  /** Only in pages for one visitor. */
  viewer?: Viewer;
}

type JsonObject = Record<string, unknown>;

/** For the server: the data without its `htmlFields`, and the names of those that it had. */
export function leaveOutHtml(data: PayloadBody['data']): Pick<PageData, 'loaderData' | 'leftOut'> {
  const loaderData: JsonObject = { ...data };
  const leftOut = htmlFieldsIn(data);
  for (const [id = '', ...names] of leftOut) loaderData[id] = without(loaderData[id] as JsonObject, names);
  return { loaderData, ...(leftOut.length > 0 && { leftOut: leftOut.map((path) => path.join('.')) }) };
}

/** For the server: the data without its `serverFields`. */
export function leaveOutServerFields(data: PayloadBody['data']): PayloadBody['data'] {
  const sent: JsonObject = { ...data };
  for (const [id, names] of Object.entries(serverFields))
    if (id in data) sent[id] = names.reduce((value, name) => without(value, [name]), sent[id] as JsonObject);
  return sent;
}

/** For the server: how many characters its `htmlFields` have. */
export function lengthOfHtml(data: PayloadBody['data']): number {
  const texts = htmlFieldsIn(data).map((path) =>
    path.reduce<unknown>((within, name) => (within as JsonObject)[name], data),
  );
  return texts.reduce<number>((sum, text) => sum + (text as string).length, 0);
}

/** Each as the id of its route and the names that lead to it. */
function htmlFieldsIn(data: PayloadBody['data']): string[][] {
  return Object.entries(htmlFields).flatMap(([id, fields]) =>
    id in data ? fields.map((field) => [id, ...field.split('.')]) : [],
  );
}

function without(value: JsonObject, [name = '', ...within]: string[]): JsonObject {
  const { [name]: field, ...others } = value;
  return within.length === 0 ? others : { ...value, [name]: without(field as JsonObject, within) };
}
