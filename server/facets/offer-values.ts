import { byCodeUnits } from '#shared/by-code-units.ts';
import { ownValue } from '#shared/own-value.ts';
import type { CountedValue, FacetAnswer, FacetQuestion } from './facet-question.ts';

/** Most values of a facet that a page offers: those of the most products. */
const maxOffered = 200;

/** The answer with the values of each facet as a list offers them. */
export function offerCounts(answer: FacetAnswer, { counted, choices }: FacetQuestion): FacetAnswer {
  const chosenOf = (name?: string) => choices.find(({ facet }) => facet === name)?.values ?? [];
  return {
    ...answer,
    counts: answer.counts.map((values, place) => offerValues(values, chosenOf(counted[place]))),
  };
}

/**
 * Values in the order in which a list offers them: by their numbers where all begin with one, else those of the most
 * products first. Chosen ones are among them even if no product has them any more.
 */
export function offerValues(counted: readonly CountedValue[], chosen: readonly string[]): CountedValue[] {
  const missing = chosen.filter((value) => !counted.some((other) => other.value === value));
  const all = [...counted, ...missing.map((value) => ({ value, count: 0 }))];
  const isChosen = new Set(chosen);
  const offered = all
    .toSorted((a, b) => b.count - a.count || byCodeUnits(a.value, b.value))
    .filter(({ value }, place) => place < maxOffered || isChosen.has(value));
  const sizes = new Map(offered.map(({ value }) => [value, readSize(value)]));
  // A chosen value that no product has says nothing of the others.
  if (counted.some(({ value }) => sizes.get(value) === null)) return offered;
  return offered.toSorted((a, b) => (sizes.get(a.value) ?? 0) - (sizes.get(b.value) ?? 0));
}

const factors: Readonly<Record<string, number>> = {
  p: 1e-12,
  n: 1e-9,
  µ: 1e-6,
  u: 1e-6,
  m: 1e-3,
  c: 1e-2,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
};

/** Number or fraction, perhaps a prefix, and a unit: 10 kΩ is more than 100 Ω, 1/4 W more than 1/8 W, ±5% than ±0.1%. */
const sized =
  /^[±<>≤≥~]?\s*([\d,]*\.?\d+)(?:(?<!\d{3})[/⁄]([1-9]\d?)(?![\d/⁄]))?\s*(?:([pnµumckKMGT])(?=Ω|Hz|Pa|[VAWFHBgmLl](?![\p{L}\d])))?/u;

/** Null: it begins with no number. */
function readSize(value: string): number | null {
  const [, digits, divisor = '1', prefix = ''] = sized.exec(value.normalize('NFKC').replace(/μ/g, 'µ')) ?? [];
  if (digits === undefined) return null;
  return (Number(digits.replaceAll(',', '')) / Number(divisor)) * (ownValue(factors, prefix) ?? 1);
}
