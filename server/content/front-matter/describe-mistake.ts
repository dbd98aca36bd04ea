import type * as z from 'zod';
import type { MistakeReason } from '#shared/offers/mistakes.ts';
import type { Problem } from './problem.ts';

/** Returns the reason of an issue that a check of a kind has made; null for those of its schema. */
export function reasonOfIssue(issue: z.core.$ZodIssue): MistakeReason | null {
  // Nothing else gives an issue such a parameter.
  return issue.code === 'custom' ? ((issue.params?.['reason'] ?? null) as MistakeReason | null) : null;
}

interface Place {
  at: readonly (string | number)[];
  /** Value that stands there, if it is a text or a number. */
  value: unknown;
  lineOf(...path: (string | number)[]): number;
}

/** Describes a mistake to the editor of a file: what is wrong, and what would be right. */
export function describeMistake(
  reason: MistakeReason,
  { at, value, lineOf }: Place,
): Pick<Problem, 'wrong' | 'right'> {
  const name = at.join('.');
  const shown = `${name} is ${JSON.stringify(value) ?? 'a map'}`;
  switch (reason.code) {
    case 'check-digit':
      return {
        wrong: `${shown}, whose check digit is wrong`,
        right: `if the other digits are right, the last one is ${reason.right}`,
      };
    case 'gtin-length':
      return { wrong: shown, right: 'it must be a number of 8, 12, 13 or 14 digits' };
    case 'sale-without-price':
      return { wrong: `${shown}, and there is no price`, right: 'add a higher price, or leave it out' };
    case 'sale-not-lower':
      return { wrong: `${shown}, which is not below the price`, right: 'it must be lower than the price' };
    case 'ends-without-sale':
      return { wrong: `${name} is there, and no salePrice`, right: 'add a salePrice, or leave it out' };
    case 'ends-reversed':
      return { wrong: 'the sale ends before it begins', right: 'salePriceUntil must be after salePriceFrom' };
    case 'no-date':
      return {
        wrong: `${name} is missing`,
        right: 'say when it is to be had: a time with its offset, such as 2026-12-20T00:00:00+08:00',
      };
    case 'no-values':
      return { wrong: `${name} is empty`, right: 'give the option at least one value' };
    case 'no-options':
      return { wrong: 'there are variants, and no options', right: 'add the options that they differ by' };
    case 'no-variants':
      return {
        wrong: 'there are options, and no variants',
        right: 'add a variant for each combination, or leave the options out',
      };
    case 'lacks-option':
      return { wrong: `${name} is missing`, right: `give the variant a value of the option ${reason.name}` };
    case 'not-offered':
      return {
        wrong: shown,
        right: `it must be one of the values of the option ${reason.name}, or be added to them`,
      };
    case 'not-an-option':
      return { wrong: `${name} names an option that is not there`, right: 'name one of the options' };
    case 'other-picture':
      return { wrong: shown, right: 'it must be the src of one of the images' };
    case 'same':
      return {
        wrong: `${name} is the same as ${reason.as.join('.')} in line ${lineOf(...reason.as)}`,
        right: `give each its own ${reason.what === 'options' ? 'values of the options' : reason.what}`,
      };
  }
}
