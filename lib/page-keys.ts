import type { PageRules } from '../shared/contract/page-rules.ts';
import { opensPayoutLink } from '../shared/payouts/links/opens-payout-link.ts';

/**
 * Partitions that pages of checkout may read, and write where their declaration says so. Whoever holds a link's address may call them, so
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

/**
 * Partitions that pages of payout links may read, and write where their declaration says so. A claim makes a payout, so they reach
 * what a payout is made of, whether whoever made the link may still pay, and the vote that a claim asks for: no webhook or quote, nothing of checkout, and no idempotency
 * record or audit row.
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

/** The partitions that a page may read, and those that it may write where its declaration says so. */
export function pageKeysOf({ opens }: Pick<PageRules, 'opens'>): {
  readonly read: readonly string[];
  readonly write: readonly string[];
} {
  // Connections say how a chain is reached; their credentials are sealed, and few pages may open those. A token that is paused is not offered.
  if (opens.idPrefix !== opensPayoutLink.idPrefix)
    return { read: [...pageKeys, 'CONNECTION', 'TOKEN_PAUSE#*'], write: pageKeys };
  // Whether the table was restored closes links, so no page may change it.
  return { read: [...claimKeys, 'RESTORE'], write: claimKeys };
}

/** What a page that only reads may write. */
export const readingPageKeys = ['RATE#*'] as const;
