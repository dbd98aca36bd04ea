import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Mistake, MistakeReason } from '#shared/offers/mistakes.ts';
import { contentKinds } from '#server/content/kinds/content-kinds.ts';
import { namesOf } from './document-to-form.ts';

type Values = Readonly<Record<string, unknown>>;

interface MistakeProblem {
  field: string;
  code: 'mistake';
  reason: MistakeReason;
}

/** Finds what is missing for a form that a file may lack. */
export function findUnsaid(kind: Kind, fields: Values): MistakeProblem[] {
  return contentKinds[kind].findWarnings(fields).map((mistake) => toProblem(mistake, fields));
}

/** A mistake at its control. The values of options stand in a row by the place of the option, not by its name. */
export function toProblem({ at, reason }: Mistake, fields: Values): MistakeProblem {
  const [list, row, column, name] = at;
  const place = column === 'options' && name !== undefined ? [list, row, column, placeOf(name, fields)] : at;
  return { field: place.join('.'), code: 'mistake', reason };
}

function placeOf(name: string | number, { options }: Values): number {
  return Math.max(0, namesOf(options).indexOf(String(name)));
}
