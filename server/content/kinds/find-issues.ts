import type * as z from 'zod';
import type { MistakeReason } from '#shared/offers/mistakes.ts';
import { findControlCharacter, type ControlCharacter } from '../front-matter/control-characters.ts';
import { reasonOfIssue } from '../front-matter/describe-mistake.ts';

/** A value that may not be published. */
export interface FieldIssue {
  path: readonly (string | number)[];
  isMissing: boolean;
  /** Why it may not: a character that no text may have. */
  control: ControlCharacter | null;
  /** Why it may not, by itself or beside others. */
  reason?: MistakeReason;
}

export function issuesOf(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): FieldIssue[] {
  const issues = schema.safeParse(fields).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const { path, code, ...rest } = issue;
    const place = path.filter((part): part is string | number => typeof part !== 'symbol');
    const keys = code === 'unrecognized_keys' && 'keys' in rest ? rest.keys : null;
    if (keys) return keys.map((key) => ({ path: [...place, key], isMissing: false, control: null }));
    const reason = reasonOfIssue(issue);
    if (reason !== null) return [{ path: place, isMissing: false, control: null, reason }];
    const value = valueAt(fields, place);
    // A name that may not be one is the last of its path.
    const control = findControlCharacter(value) ?? findControlCharacter(place.at(-1));
    return { path: place, isMissing: value === undefined || value === null, control };
  });
}

function valueAt(fields: unknown, [key, ...within]: readonly (string | number)[]): unknown {
  if (key === undefined) return fields;
  if (fields instanceof Map) return valueAt(fields.get(key) || null, within);
  const isPart = typeof fields === 'object' && fields !== null && Object.hasOwn(fields, key);
  return isPart ? valueAt(Reflect.get(fields, key), within) : undefined;
}
