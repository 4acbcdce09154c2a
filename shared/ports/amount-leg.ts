/** The amounts that `amount` of a quote or payout can refer to (specification, Quote a payout). */
export const amountLegs = ['source', 'destination', 'source_net'] as const;
export type AmountLeg = (typeof amountLegs)[number];
