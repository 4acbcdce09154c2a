import { type Caller, keyIdOf, keysOf } from '../../contract/caller.ts';
import { railNamed, railOf } from '../../corridors/catalog/rail-named.ts';
import { recipientOfSnapshot } from '../../corridors/recipients/ids.ts';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../corridors/recipients/refuse-wallet.ts';
import { ableToPay } from '../../corridors/recipients/served-vaults.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { otherKind } from '../../ground/time/resources.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { askedBy, type Execution } from '../../journal/commit/execution.ts';
import type { RequestKey } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { endUserLookUps } from '../caps/end-user-day.ts';
import { requireEndUser } from '../caps/end-users.ts';
import { requirePostPayouts } from '../caps/require-post-payouts.ts';
import { type FundingPlan, planFunding } from '../funding/funding-plan.ts';
import { type GivenFields, givenLast } from '../payout/given.ts';
import { type PayoutBody, presentPayout } from '../payout/present-payout.ts';
import { refuseUnpayable } from '../payout/refuse-unpayable.ts';
import { methodOf } from '../pricing/price-payout.ts';
import { refuseUnknownReason } from '../pricing/refuse-unknown-reason.ts';
import { type Quote, QuoteEntity } from '../quotes/quote.ts';
import { enterPayout } from './enter-payout.ts';
import { newPayout } from './new-payout.ts';

export interface AcceptQuote {
  readonly snapshotId: string;
  readonly given: GivenFields;
  /** The field that names the purpose of the payment. */
  readonly reasonPath: 'purposeOfPayment' | 'paymentReason';
}

type Accepted = { readonly status: 200; readonly body: PayoutBody };

interface Found {
  readonly organization: Organization;
  readonly quote: Quote | undefined;
  readonly recipient: Recipient | undefined;
}

/**
 * Accepts a quote: creates the payout, which debits the balance or awaits the organization's own funds, and marks the quote as accepted
 * (specification, Accept a quote).
 * @throws ServiceError BAD_REQUEST (not issued here, expired, accepted already), ACCOUNT_BLOCKED, PAYOUT_REFUSED,
 *   USE_POST_PAYOUTS, PAYOUT_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE, VALIDATION_ERROR (unknown reason; no end user
 *   although there is a cap per end user), and those of `refuseWallet`
 */
export async function acceptQuote(
  runtime: Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  { organization, caller }: { readonly organization: Organization; readonly caller: Caller },
  { snapshotId, given, reasonPath }: AcceptQuote,
  execution: Execution,
): Promise<Accepted> {
  const { organizationId, mode } = organization;
  const rails = runtime.rails(mode)?.payouts;
  const payoutId = runtime.ids.next('po', runtime.clock());
  const asked = askedBy(execution);
  const reason = { id: given.purposeOfPayment, path: reasonPath };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: acceptReads(organizationId, snapshotId),
      known: { organization },
      lookUps: endUserLookUps(organization, given.endUserId),
      // Without a connection there is nothing to ask, and a request that asks takes no turn before it reads.
      ...(organization.connections && {
        ask: (found: Found) => askPayers(runtime, found, { payoutId, caller }),
      }),
      decide: (found, draft, payers: Payers | undefined) => {
        if (found.quote) {
          const rail = railNamed(rails, QuoteEntity, found.quote);
          refuseUnknownReason(rail, found.quote.destinationCurrency, reason);
        }
        return decideAcceptance(found, draft, { payoutId, given, caller, asked, ...payers });
      },
    },
    execution,
  );
  return replyOf(outcome);
}

/** What pays the payout instead of, or in addition to, the balance. */
interface Payers {
  readonly plan: FundingPlan | undefined;
  /** Excludes vaults that were disconnected. */
  readonly connections: Organization['connections'];
}

async function askPayers(
  runtime: Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  { organization, quote, recipient }: Found,
  { payoutId, caller }: Pick<Acceptance, 'payoutId' | 'caller'>,
): Promise<Payers> {
  const { organizationId } = organization;
  const plan =
    quote && (await planFunding(runtime, { organizationId, payoutId, apiKeyId: keyIdOf(caller) }, quote, quote));
  const { connections } = await ableToPay(runtime.store, organization, [recipient]);
  return { plan, connections };
}

interface Acceptance extends Partial<Payers> {
  readonly payoutId: string;
  readonly given: GivenFields;
  readonly caller: Caller;
  readonly asked: RequestKey | undefined;
}

function decideAcceptance(
  { organization, quote, recipient }: Found,
  draft: JournalDraft,
  { payoutId, given, caller, asked, plan, connections }: Acceptance,
): Outcome<Accepted> {
  if (!quote || !recipient) throw notIssued();
  if (quote.payoutId)
    throw new ServiceError('BAD_REQUEST', `snapshotId: the quote was already accepted, as ${quote.payoutId}`, {
      resolution: 'Read that payout; for another one, quote again.',
    });
  if (quote.expiresAt <= draft.now)
    throw new ServiceError('BAD_REQUEST', 'snapshotId: the quote has expired', {
      resolution: `It expired at ${new Date(quote.expiresAt).toISOString()}: quote again, and accept the new snapshotId before its expiresAt.`,
    });
  const { method } = methodOf(recipient, quote);
  refuseUnpayable(organization, recipient);
  requirePostPayouts(organization);
  refuseWallet({ ...organization, connections }, method, keysOf(caller));
  if (quote.selfFunding && !plan) throw new Error('a payout that its organization funds needs a place for the money');
  const { destinationAccountId, corridorId, sourceAmount, sourceCurrency } = quote;
  const rail = railOf(quote);
  const { destinationAmount, destinationCurrency, fee, rate } = quote;
  const requested = { payoutId, destinationAccountId, given: givenLast(quote.given, given) };
  const source = { sourceAmount, sourceCurrency, fee, rate };
  const priced = { corridorId, rail, ...source, destinationAmount, destinationCurrency };
  const fields = newPayout(requested, recipient, priced);
  requireEndUser(organization, fields.given.endUserId, 'endUser.id');
  const payout = enterPayout(draft, organization, { ...fields, plan, asked });
  draft.write(replace(QuoteEntity, { ...quote, payoutId }));
  return { reply: { status: 200, body: presentPayout(payout) }, resourceId: payoutId };
}

/**
 * What the decision reads: the quote, and the recipient that the quote's id names.
 * @throws ServiceError BAD_REQUEST when the text is not a quote's id
 */
function acceptReads(organizationId: string, snapshotId: string) {
  const recipientId = recipientOfSnapshot(snapshotId);
  if (!recipientId) throw notIssued(otherKind('snapshotId', snapshotId));
  return {
    quote: refTo(QuoteEntity, { organizationId, snapshotId }),
    recipient: refTo(RecipientEntity, { organizationId, recipientId }),
  };
}

function notIssued(whyNot = 'no such quote was issued'): ServiceError {
  return new ServiceError('BAD_REQUEST', `snapshotId: ${whyNot}`, {
    resolution: 'Send the snapshotId of a quote of this organization.',
  });
}
