/**
 * What a request that ends access says of the open payout links that a key or a person has made. If it says nothing, they
 * are canceled.
 */
export const linkDispositions = ['keep'] as const;
export type LinkDisposition = (typeof linkDispositions)[number];
