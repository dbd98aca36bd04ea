/** Mistake in a 統一編號, the number of a company in Taiwan: not eight digits, or digits that do not fit each other. */
export type TaxIdFault = 'length' | 'check';

const weights = [1, 2, 1, 2, 1, 2, 4, 1];

/** Since April 2023 the sum of the weighted digits is a multiple of five, before it was one of ten. */
export function findTaxIdFault(text: string): TaxIdFault | null {
  if (!/^[0-9]{8}$/.test(text)) return 'length';
  const sum = weights.reduce((total, weight, index) => total + sumOfDigits(weight * Number(text[index])), 0);
  // The digits of 4 × 7 add up to 10, which counts as 1 or as 0.
  const isRight = sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0);
  return isRight ? null : 'check';
}

function sumOfDigits(number: number): number {
  return Math.floor(number / 10) + (number % 10);
}

/** A number as it is compared: in half-width characters, without blanks and hyphens. */
export function plainNumber(text: string): string {
  // No number is longer, and normalizing thousands of marks takes the square of their number.
  if (text.length > 100) return text;
  return text.normalize('NFKC').replace(/[\s-]/g, '');
}
