import type { PartKind } from './words/name-parts.ts';

/** The weight of a part that is not a word. */
const fixedWeights: Readonly<Partial<Record<PartKind, number>>> = {
  form: 0.03,
  particle: 0.03,
  initial: 0.35,
  number: 0.5,
};
/** The maximum weight of a trade word. */
const tradeWeight = 0.25;

/** The weight of a word by the number of parties whose names contain it: 1 for one party, a half for a hundred. */
export function weightOf(parties: number): number {
  return Math.min(1, Math.max(0.25, 1.1 - Math.log2(1 + parties) / 11));
}

/**
 * The weight of a part of a name.
 * @param wordWeight the weight of its word
 */
export function partWeight(kind: PartKind, wordWeight: number): number {
  return fixedWeights[kind] ?? (kind === 'trade' ? Math.min(tradeWeight, wordWeight) : wordWeight);
}
