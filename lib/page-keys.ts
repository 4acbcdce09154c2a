/**
 * Partitions that pages may read, and write where their declaration says so. Whoever holds a link's address may call them, so
 * nothing of payees, payouts, members, keys or webhooks is within their reach. The tests of the service hold them to it.
 */
export const pageKeys = [
  'ORG#*',
  'CHECKOUT_*',
  'COLLECTION_ACCOUNT#*',
  'CRYPTO_*',
  'INTENT#*',
  'EVENT#*',
  'DUE#*',
  'RATE#*',
] as const;

/** What a page that only reads may write. */
export const readingPageKeys = ['RATE#*'] as const;
