import { nameVoters } from '../../access/voters/name-voters.ts';
import { type Initiator, initiatorOf } from '../../approvals/initiator.ts';
import { type PendingApproval, requestApproval } from '../../approvals/request-approval.ts';
import { type Caller, keyIdOf, keysOf } from '../../contract/caller.ts';
import { reply } from '../../contract/reply.ts';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../corridors/recipients/refuse-wallet.ts';
import { ableToPay } from '../../corridors/recipients/served-vaults.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { askedBy, type Execution } from '../../journal/commit/execution.ts';
import type { RequestKey } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { refuseOverCaps } from '../caps/consume-caps.ts';
import { endUserLookUps } from '../caps/end-user-day.ts';
import { needsApproval } from '../caps/needs-approval.ts';
import { type PlannedPayout, planFunding } from '../funding/funding-plan.ts';
import { checkRequest } from '../payout/check-request.ts';
import { refuseDrift } from '../payout/expect-destination.ts';
import { givenOf, type PayoutRequest } from '../payout/payout-request.ts';
import { type PayoutBody, presentPayout } from '../payout/present-payout.ts';
import { refuseUnpayable } from '../payout/refuse-unpayable.ts';
import { methodOf, priceRouted, recipientIdOf } from '../pricing/price-payout.ts';
import { enterPayout, type NewPayout } from './enter-payout.ts';
import { newPayout } from './new-payout.ts';

interface Found {
  readonly organization: Organization;
  readonly recipient: Recipient | undefined;
}

type Sent = { status: 200; body: PayoutBody } | { status: 202; body: PendingApproval };

/** A request, its initiator, and the ids of the payout or the approval that it may create. */
interface Sending {
  readonly request: PayoutRequest;
  readonly initiator: Initiator;
  readonly caller: Caller;
  readonly payoutId: string;
  readonly approvalId: string;
  readonly asked: RequestKey | undefined;
}

/**
 * Prices a payout and sends it in one request; above an approval threshold it waits for approvers (specification, Other
 * referenced operations, `POST P/payouts`; States and transitions, Approval).
 * @throws ServiceError BAD_REQUEST (too few voters), DESTINATION_ACCOUNT_NOT_FOUND, ACCOUNT_BLOCKED, PAYOUT_REFUSED,
 *   RATE_DRIFT_EXCEEDED, QUOTE_UNVERIFIABLE, PAYOUT_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE, and those of `checkRequest` and `priceRouted`
 */
export async function createPayout(
  runtime: Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  { organization, caller }: { readonly organization: Organization; readonly caller: Caller },
  request: PayoutRequest,
  execution: Execution,
) {
  const { organizationId } = organization;
  const recipientId = recipientIdOf(request);
  await nameVoters(runtime, organization);
  const initiator = await initiatorOf(runtime.store, caller);
  const now = runtime.clock();
  const [payoutId, approvalId] = [runtime.ids.next('po', now), runtime.ids.next('apr', now)];
  const sending = { request, initiator, caller, payoutId, approvalId, asked: askedBy(execution) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { recipient: refTo(RecipientEntity, { organizationId, recipientId }) },
      known: { organization },
      lookUps: endUserLookUps(organization, request.endUserId),
      ask: (found) => askPrice(runtime, found, sending),
      decide: (found, draft, asked) => decidePayout(found, draft, sending, asked),
    },
    execution,
  );
  return replyOf(outcome);
}

/** Refuses what would fail at any price, then asks for the price and checks it. */
async function askPrice(
  runtime: Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  { organization: asRead, recipient }: Found,
  { request, caller, payoutId }: Sending,
): Promise<PlannedPayout> {
  const organization = await ableToPay(runtime.store, asRead, [recipient]);
  const checked = { found: recipient, keys: keysOf(caller) };
  const priced = await priceRouted(checkRequest(runtime, organization, checked, request));
  refuseDrift(request.expectDestination, priced);
  const { organizationId } = organization;
  const plan = await planFunding(runtime, { organizationId, payoutId, apiKeyId: keyIdOf(caller) }, priced, request);
  return { priced, plan };
}

/** Decides on a payout with its price: creates the payout, or an approval with its hold. */
function decidePayout(
  { organization, ...found }: Found,
  draft: JournalDraft,
  sending: Sending,
  { priced, plan }: PlannedPayout,
): Outcome<Sent> {
  const { request, caller, payoutId, asked } = sending;
  const { recipient, method } = methodOf(found.recipient, request);
  refuseUnpayable(organization, recipient);
  refuseWallet(organization, method, keysOf(caller));
  const { destinationAccountId } = request;
  const requested = { payoutId, destinationAccountId, given: givenOf(request) };
  const fields = { ...newPayout(requested, recipient, priced), plan, asked };
  if (needsApproval(draft, organization, priced)) return askApproval(organization, draft, sending, fields);
  return { reply: reply(200, presentPayout(enterPayout(draft, organization, fields))), resourceId: payoutId };
}

/**
 * Creates an approval. A payout that the caps would refuse now is refused before anybody votes; the caps count it when
 * it is sent.
 */
function askApproval(
  organization: Organization,
  draft: JournalDraft,
  { request, initiator, approvalId, asked }: Sending,
  fields: NewPayout,
): Outcome<Sent> {
  const { recipientId, sourceAmount, sourceCurrency, plan } = fields;
  refuseOverCaps(draft, organization, fields);
  const debit = { amount: sourceAmount, currency: sourceCurrency };
  const pending = requestApproval(draft, organization, {
    approvalId,
    kind: 'payout',
    initiator,
    asked,
    content: { recipientId, ...request, ...(plan && { sourceAmount: formatAmount(sourceAmount, sourceCurrency) }) },
    // The balance does not pay, so nothing is held.
    ...(!plan && { hold: debit }),
  });
  return { reply: reply(202, pending), resourceId: approvalId };
}
