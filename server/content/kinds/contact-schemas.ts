import * as z from 'zod';
import { findTaxIdFault, plainNumber, type TaxIdFault } from '#shared/tax-id.ts';

const halfWidth = z
  .string()
  .max(200)
  .transform((value) => value.normalize('NFKC').trim());

/** An extension stands behind `#` or its word. */
export const phone = halfWidth.pipe(
  z
    .string()
    .max(40)
    .regex(/^\+?[0-9(][0-9 ()-]{4,}(?: *(?:#|ext\.?|分機) *[0-9]{1,6})?$/i),
);
export const lineId = halfWidth.pipe(z.string().regex(/^@[a-z0-9._-]{3,20}$/i));
/** YAML may take it for a number. */
export const taxId = z
  .union([z.string(), z.number()])
  .transform((value) => plainNumber(String(value)))
  .superRefine((value, { addIssue }) => {
    const fault = findTaxIdFault(value);
    if (fault !== null)
      addIssue({ code: 'custom', input: value, params: { right: taxIdFaults[fault](value) } });
  });

const taxIdFaults: Readonly<Record<TaxIdFault, (value: string) => string>> = {
  length: (value) => `a tax id (統一編號) of 8 digits, and has ${[...value].length} characters`,
  check: () => 'a tax id (統一編號) whose digits fit its check digit: one of them is mistyped',
};
