import type { MistakeReason } from './mistakes.ts';

/** Reason why a text is no GTIN: 8, 12, 13 or 14 digits, the last of which checks the others. Null when it is one. */
export function gtinMistake(text: string): MistakeReason | null {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return { code: 'gtin-length' };
  const digits = [...text].map(Number);
  // From the right, every other digit counts three times.
  const sum = digits.slice(0, -1).reduceRight((total, digit, index) => {
    const isOdd = (digits.length - 1 - index) % 2 === 1;
    return total + digit * (isOdd ? 3 : 1);
  }, 0);
  const right = (10 - (sum % 10)) % 10;
  return digits.at(-1) === right ? null : { code: 'check-digit', right: String(right) };
}
