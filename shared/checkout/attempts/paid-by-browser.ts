import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Attempt, keptMs, type OpenAttemptKey, paymentOf } from './attempt.ts';

/**
 * The last card payment of a browser on a link. It needs its own row, because the row of a card attempt is removed when
 * the attempt ends. The rows of bank and crypto transfers stay.
 */
export const PaidByBrowserEntity = new Entity({
  name: 'checkoutPaidByBrowser',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    browser: string().key(),
    paymentId: string(),
    version: number(),
    /** The row expires no earlier than the cookie. */
    ttl: number(),
  }),
  computeKey: ({ organizationId, linkId, browser }: OpenAttemptKey) => ({
    pk: `CHECKOUT_PAID#${organizationId}#${linkId}`,
    sk: browser,
  }),
});

export function paidByBrowserRef({ organizationId, linkId, browser }: OpenAttemptKey) {
  return refTo(PaidByBrowserEntity, { organizationId, linkId, browser });
}

/** Records the payment that the browser of an attempt has made. */
export function rememberPaid(draft: JournalDraft, attempt: Attempt): void {
  const { organizationId, linkId, browser } = attempt;
  const found = draft.lookUp(paidByBrowserRef(attempt)) ?? { version: 1 };
  const ttl = ttlSeconds(draft.now + keptMs);
  const paymentId = paymentOf(attempt);
  draft.change(PaidByBrowserEntity, { ...found, organizationId, linkId, browser, paymentId, ttl });
}
