import { approvalLifetimeMs } from '../../approvals/approval.ts';
import { card } from '../../checkout/methods/card/card.ts';
import type { CheckoutPaymentEventBody } from '../../checkout/payments/present-payment.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Event, EventType } from '../../journal/rows/event.ts';
import type { BatchBody } from '../../payouts/batches/batch/present-batch.ts';
import type { DepositBody } from '../../payouts/deposits/deposit.ts';
import type { PayoutLinkBody } from '../../payouts/links/present-payout-link.ts';
import type { PayoutBody } from '../../payouts/payout/present-payout.ts';
import type { ApprovalShown } from '../../records/approvals/approval-view.ts';
import type { WebhookEndpointBody } from '../endpoints/present-endpoint.ts';

interface About {
  readonly organizationId: string;
  readonly livemode: boolean;
  /** The endpoint for an example of `webhook_endpoint.disabled`. */
  readonly endpoint: WebhookEndpointBody;
  /** Milliseconds. */
  readonly now: number;
}

const payoutId = 'po_example';
const batchId = 'pb_example';

/** Returns an example event of a type. It is in no feed, so its `sequence` is 0, which no recorded event has. */
export function exampleEvent(type: EventType, about: About): Event {
  const { organizationId, livemode, now } = about;
  return {
    organizationId,
    sequence: 0,
    type,
    createdAt: timestamp(now),
    livemode,
    ...(/^payout(_approval\.executed|_link\.claimed|\.)/.test(type) && { payoutId }),
    ...(type.startsWith('payout_batch.') && { batchId }),
    data: JSON.stringify(dataOf(type, about)),
  };
}

function dataOf(type: EventType, about: About): object {
  const [resource = '', transition = ''] = type.split('.');
  switch (resource) {
    case 'payout':
      return examplePayout(transition, about);
    case 'payout_approval':
      return exampleApproval(transition, about);
    case 'payout_batch':
      return exampleBatch(transition as BatchBody['status'], about);
    case 'payout_link':
      return examplePayoutLink(transition, about);
    case 'checkout_payment':
      return exampleCheckoutPayment(transition, about);
    case 'deposit':
      return exampleDeposit(about);
    default:
      return { ...about.endpoint, enabled: false, disabledReason: 'auto_disabled_after_failures' };
  }
}

/** The event of a bank return has the status `failed` (specification, Payout transitions). */
function examplePayout(transition: string, { livemode, now }: About): PayoutBody {
  const isReturned = transition === 'returned';
  const isFailed = transition === 'failed' || isReturned;
  return {
    payoutId,
    status: (isFailed ? 'failed' : transition) as PayoutBody['status'],
    ...(isFailed && { failureCode: isReturned ? 'returned_by_bank' : 'account_invalid', fundsReturned: true }),
    requiresFunding: false,
    reference: 'invoice-42',
    recipientId: 'rcp_example',
    destinationAccountId: 'acct_example',
    sourceAmount: '100.00',
    sourceCurrency: 'USD',
    destinationAmount: '91.08',
    destinationCurrency: 'EUR',
    fee: { amount: '1.00', currency: 'USD' },
    rate: '0.92',
    livemode,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

function exampleApproval(transition: string, { now }: About): ApprovalShown {
  return {
    approvalId: 'apr_example',
    kind: 'payout',
    status: (transition === 'requested' ? 'pending' : transition) as ApprovalShown['status'],
    initiator: { actorUserId: 'user_example' },
    required: 1,
    votes: [],
    payout: {
      recipientId: 'rcp_example',
      destinationAccountId: 'acct_example',
      amount: '100.00',
      amountLeg: 'source',
    },
    contentHash: '0'.repeat(64),
    ...(transition === 'executed' && { payoutId }),
    expiresAt: timestamp(now + approvalLifetimeMs),
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

/** One of the two items is invalid, so the batch had to be confirmed or still waits for confirmation. */
function exampleBatch(status: BatchBody['status'], { livemode, now }: About): BatchBody {
  const isCompleted = status === 'completed';
  const [valid, created] = isCompleted ? [0, 1] : [1, 0];
  return {
    batchId,
    externalReferenceId: 'salaries-january',
    status,
    autoCommit: true,
    itemCount: 2,
    counts: { pending: 0, valid, invalid: 1, created, create_failed: 0 },
    progress: { validated: 2, resolved: 1 + created },
    totals: {
      requested: [{ corridorId: 'eur_de_iban', amountLeg: 'source', currency: 'USD', count: 1, amount: '100.00' }],
      debited: isCompleted ? [{ currency: 'USD', count: 1, amount: '100.00', fee: '0.50' }] : [],
    },
    livemode,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

function examplePayoutLink(transition: string, { livemode, now }: About): PayoutLinkBody {
  const status = transition === 'created' ? 'open' : (transition as PayoutLinkBody['status']);
  return {
    payoutLinkId: 'pl_example',
    status,
    amount: '100.00',
    currency: 'USD',
    amountLeg: 'source',
    reference: 'prize-42',
    countries: ['DE', 'GB'],
    held: { amount: '100.00', currency: 'USD' },
    ...(status === 'claimed' && { payoutId }),
    ...(status === 'canceled' && { canceledBecause: 'canceled' as const }),
    livemode,
    expiresAt: timestamp(status === 'expired' ? now : now + 24 * 60 * 60 * 1000),
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
}

function exampleDeposit({ now }: About): DepositBody {
  return {
    depositId: 'dep_example',
    status: 'completed',
    amount: '100.00',
    currency: 'USD',
    method: 'bank_transfer',
    reference: null,
    receivedAt: timestamp(now),
  };
}

/** The amounts are decimal strings, unlike in lists (specification, Resources). */
function exampleCheckoutPayment(transition: string, { livemode, now }: About): CheckoutPaymentEventBody {
  const at = timestamp(now);
  const status = paymentStatusAfter(transition);
  const refund = exampleRefund(transition, at);
  const isReversed = transition === 'reversed';
  return {
    id: 'pay_example',
    externalId: 'ch_example',
    linkId: 'lnk_example',
    status,
    method: { kind: card.kind, brand: 'visa', last4: '4242' },
    amount: '100.00',
    refunded: refund?.status === 'succeeded' ? refund.amount : '0.00',
    reversed: isReversed ? '100.00' : '0.00',
    tax: '0.00',
    currency: 'USD',
    fee: '3.20',
    metadata: {},
    buyer: {},
    disputed: false,
    livemode,
    createdAt: at,
    paidAt: at,
    disputes: isReversed ? [{ id: 'dp_example', status: 'lost', taken: '100.00', openedAt: at, closedAt: at }] : [],
    refunds: refund ? [refund] : [],
    ...(refund && { refund }),
  };
}

/** A payment that was partly refunded, or whose refund failed later, is `paid`. */
function paymentStatusAfter(transition: string): CheckoutPaymentEventBody['status'] {
  const isPaid = transition === 'partially_refunded' || transition === 'refund_failed';
  return isPaid ? 'paid' : (transition as CheckoutPaymentEventBody['status']);
}

function exampleRefund(transition: string, at: string): CheckoutPaymentEventBody['refund'] {
  const amount = { refunded: '100.00', partially_refunded: '40.00', refund_failed: '40.00' }[transition];
  if (amount === undefined) return undefined;
  const status = transition === 'refund_failed' ? 'failed' : 'succeeded';
  const reason = 'requested_by_customer' as const;
  return { id: 're_example', externalId: 'rf_example', status, amount, reason, createdAt: at, updatedAt: at };
}
