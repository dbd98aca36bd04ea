/** A value that is wrong by itself or beside others, with its place. */
export interface Mistake {
  at: readonly (string | number)[];
  reason: MistakeReason;
  /** Files with it are taken, for older ones have it; a form is not published with it. */
  isWarning?: true;
}

/** Reason for which a value is refused, for a sentence in the words of its reader. */
export type MistakeReason =
  /** `right` is the last digit that would be right. */
  | { code: 'check-digit'; right: string }
  | { code: 'gtin-length' }
  | { code: 'sale-without-price' }
  | { code: 'sale-not-lower' }
  | { code: 'ends-without-sale' }
  | { code: 'ends-reversed' }
  | { code: 'no-date' }
  | { code: 'no-values' }
  | { code: 'no-options' }
  | { code: 'no-variants' }
  | { code: 'lacks-option'; name: string }
  | { code: 'not-offered'; name: string; value: string }
  | { code: 'not-an-option'; name: string }
  | { code: 'other-picture' }
  /** The same stands at an earlier place. */
  | { code: 'same'; what: 'name' | 'id' | 'options' | 'sku'; as: readonly (string | number)[] };
