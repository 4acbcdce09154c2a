/**
 * What a request that withdraws access wants to happen to the open payout links created by a key or a person. By
 * default they are canceled.
 */
export const linkDispositions = ['keep'] as const;
export type LinkDisposition = (typeof linkDispositions)[number];
