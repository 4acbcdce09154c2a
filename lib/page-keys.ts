import type { PageRules } from '../shared/contract/page-rules.ts';
import { opensPayoutLink } from '../shared/payouts/links/opens-payout-link.ts';

/**
 * Partitions that checkout pages can read, and write if their declaration says so. Anyone with a link's address can
 * call them, so nothing about payees, payouts, members, keys or webhooks is within their reach. The service's tests
 * enforce this.
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

/**
 * Partitions that payout link pages can read, and write if their declaration says so. A claim creates a payout, so they
 * reach what a payout is made from, whether the link's creator may still pay, and the vote that a claim requests; but
 * no webhook or quote, nothing of checkout, and no idempotency record or audit row.
 */
export const claimKeys = [
  'ORG#*',
  'KEY#*',
  'MEMBER#*',
  'FORMER_MEMBER#*',
  'PAYOUT_LINK#*',
  'PAYOUT_LINK_FAILURES#*',
  'OPEN_PAYOUT_LINKS#*',
  'RECIPIENT#*',
  'RECIPIENT_BY#*',
  'PAYOUT#*',
  'APPROVAL#*',
  'REFERENCE#*',
  'END_USER#*',
  'LEDGER#*',
  'EVENT#*',
  'DATED#*',
  'MAIL#*',
  'DUE#*',
  'RATE#*',
] as const;

/** The partitions that a page can read, and those that it can write if its declaration says so. */
export function pageKeysOf({ opens }: Pick<PageRules, 'opens'>): {
  readonly read: readonly string[];
  readonly write: readonly string[];
} {
  // Connections say how a chain is reached; their credentials are sealed, and few pages can open those. A paused token
  // is not offered.
  if (opens.idPrefix !== opensPayoutLink.idPrefix)
    return { read: [...pageKeys, 'CONNECTION', 'TOKEN_PAUSE#*'], write: pageKeys };
  // A restore of the table closes links, so no page may change that record.
  return { read: [...claimKeys, 'RESTORE'], write: claimKeys };
}

/** What a page that only reads can write. */
export const readingPageKeys = ['RATE#*'] as const;
