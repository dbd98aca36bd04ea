import { readPrice, readWholeNumber } from '#shared/locale/prices.ts';
import { gtinMistake } from '#shared/offers/gtin.ts';
import type { Mistake } from '#shared/offers/mistakes.ts';
import * as z from 'zod';
import { composed } from '#shared/composed.ts';
import { isDocumentPath, isPicturePath } from '../media-path.ts';
import { joinWideLines } from '../markdown/wide-breaks.ts';

/** Text for all uses: PostgreSQL stores no NUL, an address no half of a character, a feed no control character. */
const plain = /^(?:[^\p{Cc}\p{Cs}\uFFFE\uFFFF]|[\t\n])*$/u;
export const text = (max: number) => z.string().trim().min(1).max(max).regex(plain).overwrite(joinWideLines);
/** YAML reads `2024` as a number: in a text field it is meant as text. */
export const looseText = (max: number) => z.union([z.string(), z.number()]).transform(String).pipe(text(max));
export const optionalText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().trim().max(max).regex(plain).overwrite(joinWideLines));
/** A text in NFC, for it stands in an address. */
export const composedText = (max: number) => looseText(max).transform((value) => value.normalize('NFC'));
/** A list of at most so many. `z.array().max()` would say nothing of the items of a longer one. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).superRefine((items, { addIssue }) => {
    if (items.length > max) addIssue({ code: 'too_big', origin: 'array', maximum: max, input: items });
  });
/** A single line in NFC, since it becomes part of an address. */
export const composedLine = (max: number) =>
  z
    .union([z.string(), z.number()])
    .transform((line) => composed(String(line).replace(/[\t\n\u2028\u2029]+/g, ' ')))
    .pipe(text(max));
export const mediaPath = z.string().refine(isPicturePath).transform(composed);
export const documentPath = z.string().refine(isDocumentPath).transform(composed);
/** A time whose year has four digits in UTC too: times are sorted as texts. */
export const time = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value).toISOString())
  .pipe(z.string().regex(/^[1-9]\d{3}-/));
export const entryId = text(100).transform((value) => value.normalize('NFC'));
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
export const webAddress = z
  .string()
  .trim()
  .regex(oneLine)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
export const status = z.enum(['draft', 'published', 'archived']).default('published');

/**
 * An entry published without a time would never be shown, without a warning. Checked even if other fields are invalid.
 */
export const needsTime = { path: ['publishedAt'], when: () => true };
export const hasTime = (entry: { status: string; publishedAt?: string | undefined }) =>
  entry.status !== 'published' || entry.publishedAt !== undefined;

export const timeHint = 'a time with its offset, such as 2026-11-20T08:00:00+08:00';
export const statusHint = 'draft, published or archived';
export const mediaHint = 'a picture of the media folder, such as media/articles/spring.svg';
export const documentHint = 'a PDF of the media folder, such as media/products/manual.pdf';
export const webHint = 'a web address such as https://example.com/shop';

/** The key of an entry, which stays when its file is renamed. YAML may take one of digits for a number. */
export const uid = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{8,64}$/));
export const uidHint = 'what an export wrote: 8 to 64 letters, digits, - and _';

/** An issue of a check of ours; its reason goes with it to those who put it into words. */
export function toIssue({ at, reason }: Mistake) {
  return { code: 'custom' as const, path: [...at], params: { reason } };
}

export const gtin = looseText(Infinity).superRefine((digits, { addIssue }) => {
  const reason = gtinMistake(digits);
  if (reason !== null) addIssue(toIssue({ at: [], reason }));
});

/** A text is a number too, as people write it. Other texts are not numbers. */
const numberFrom = (read: (text: string) => number | null, max: number) =>
  z.union([z.number(), z.string().transform((typed) => read(typed) ?? NaN)]).pipe(z.int().min(0).max(max));
export const price = numberFrom(readPrice, 100_000_000);
export const wholeNumber = (max: number) => numberFrom(readWholeNumber, max);
