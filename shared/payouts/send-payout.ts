import { endUserLookUps } from '../controls/end-user-day.ts';
import type { Outcome } from '../journal/commit.ts';
import { decideAndCommit, replyOf } from '../journal/decide.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Execution } from '../journal/execution.ts';
import type { Organization } from '../organizations/organization.ts';
import { methodOf, type PricedPayout, pricePayout, recipientIdOf } from '../quotes/price-payout.ts';
import type { PayoutRail } from '../rails/payout-rail.ts';
import { type Recipient, RecipientEntity } from '../recipients/recipient.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { createPayout } from './create-payout.ts';
import { refuseDrift } from './expect-destination.ts';
import type { PayoutRequest } from './payout-request.ts';
import { type PayoutBody, presentPayout } from './present-payout.ts';
import { refuseUnpayable } from './refuse-unpayable.ts';

interface Found {
  readonly organization: Organization;
  readonly recipient: Recipient | undefined;
}

/**
 * Prices a payout and sends it in one request (specification, Other referenced operations, `POST P/payouts`).
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND, ACCOUNT_BLOCKED, PAYOUT_REFUSED, RATE_DRIFT_EXCEEDED,
 *   QUOTE_UNVERIFIABLE, PAYOUT_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE, and those of `pricePayout`
 */
export async function sendPayout(
  runtime: Runtime,
  organization: Organization,
  request: PayoutRequest,
  execution: Execution,
) {
  const { organizationId, mode } = organization;
  const recipientId = recipientIdOf(request);
  const payoutId = runtime.ids.next('po', runtime.clock());
  const rail = runtime.rails(mode)?.payouts;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { recipient: read(RecipientEntity, { organizationId, recipientId }) },
      lookUps: endUserLookUps(organization, request.endUserId),
      ask: (found) => askPrice(rail, found, request),
      decide: (found, draft, priced) => enterPayout(found, draft, { ...request, payoutId }, priced),
    },
    execution,
  );
  return replyOf(outcome);
}

/** Refuses what no price could help, then asks for one. */
async function askPrice(rail: PayoutRail | undefined, found: Found, request: PayoutRequest): Promise<PricedPayout> {
  const { recipient, method } = methodOf(found.recipient, request);
  refuseUnpayable(found.organization, recipient);
  const priced = await pricePayout(rail, method, request);
  refuseDrift(request.expectDestination, priced);
  return priced;
}

/** Decides a payout at its price: the debit and the payout. */
export function enterPayout(
  found: Found,
  draft: JournalDraft,
  request: PayoutRequest & { readonly payoutId: string },
  priced: PricedPayout,
): Outcome<{ status: 200; body: PayoutBody }> {
  const { recipient, method } = methodOf(found.recipient, request);
  refuseUnpayable(found.organization, recipient);
  const { payoutId, reference, purposeOfPayment } = request;
  const payout = createPayout(draft, found.organization, {
    ...priced,
    payoutId,
    reference,
    purposeOfPayment,
    endUserId: request.endUserId ?? recipient.endUserId,
    recipientId: recipient.recipientId,
    destinationAccountId: method.destinationAccountId,
  });
  return { reply: { status: 200, body: presentPayout(payout) }, resourceId: payoutId };
}
