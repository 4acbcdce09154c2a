import type { SpecificationRow } from './specification-rows.ts';

/** Sections whose every statement has a test. The others describe, or belong to a part that is not built yet. */
const sections = [
  /^Resources and their fields > (Event|Webhook endpoint and delivery)\b/,
  /^States and transitions > (Payout|Approval|Deposit|Webhook endpoint)$/,
  /^Endpoints$/,
  /^Endpoints > (Quote a payout|Accept a quote|Create a recipient|Get an indicative rate|List balance transactions)/,
  /^Endpoints > (List events|List audit events|List approvals|Get funding instructions|List payment reasons|Other referenced operations)/,
  /^Endpoints > (List webhook endpoints|List webhook deliveries|Webhook management)/,
  /^Events > (Event types|Delivery request|Retries|Auto-disable)$/,
  /^Errors$/,
  /^Limits$/,
  /^Authentication > Keys$/,
];

/** Parts that are not built yet: what speaks of them is counted, not required. */
const later: Readonly<Record<string, RegExp>> = {
  batches: /batch|MASS_PAYOUTS/i,
  checkout: /checkout|REFUND_|refund|`LINK_|PAYOUT_LINK|payout link|link route|link payments|simulated/i,
  'self-funding': /self-funded|FUNDING_(?!NOT_APPLICABLE)|NOT_FUNDABLE|funding\/confirm|^`CONFLICT`|where to send/,
  'crypto payouts': /WALLET_NOT_PROVISIONED|CRYPTO_PAYOUTS_DISABLED/,
};

/** Statements on payouts that name one of those parts by the way. */
const now =
  /accept quote, create payout|^`POST P\/payouts`|`POST \/payouts` above|^pending \||^approve and reject|^`?(403 )?`?USE_POST_PAYOUTS|PAYOUT_OUTCOME_UNKNOWN|INSUFFICIENT_SCOPE|LIVE_KEY_ORG/;

/** Sections that are built, whatever parts they speak of. */
const wholly = /^Authentication > Keys$/;

/** Statements that say what they are about and nothing that could be tested. */
const prose =
  /^(All failures use|Headers:$|Notes?:|The last column|Request rules common|Paths on this list|There is no `retryable`)/;

/** @returns the part that a statement waits for; undefined where it must have a test now; false where it is none */
export function partOf({ section, text }: SpecificationRow): string | undefined | false {
  if (!sections.some((pattern) => pattern.test(section)) || prose.test(text)) return false;
  if (now.test(text) || wholly.test(section)) return undefined;
  return Object.entries(later).find(([, pattern]) => pattern.test(text))?.[0];
}
