import type { PartKind } from './words/name-parts.ts';

/** What a part weighs that is no word. */
const fixedWeights: Readonly<Partial<Record<PartKind, number>>> = {
  form: 0.03,
  particle: 0.03,
  initial: 0.35,
  number: 0.5,
};
/** What a word of trade weighs at most. */
const tradeWeight = 0.25;

/** The weight of a word by the number of parties that bear it: 1 for one, a half for a hundred. */
export function weightOf(parties: number): number {
  return Math.min(1, Math.max(0.25, 1.1 - Math.log2(1 + parties) / 11));
}

/**
 * What a part of a name weighs.
 * @param wordWeight what its word weighs
 */
export function partWeight(kind: PartKind, wordWeight: number): number {
  return fixedWeights[kind] ?? (kind === 'trade' ? Math.min(tradeWeight, wordWeight) : wordWeight);
}
