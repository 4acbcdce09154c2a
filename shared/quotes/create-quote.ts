import { corridorById } from '../corridors/catalog.ts';
import { ServiceError } from '../errors/service-error.ts';
import { reply } from '../http/reply.ts';
import { commitAside } from '../journal/commit-aside.ts';
import { claimOf, type Execution } from '../journal/execution.ts';
import { balanceOf, HeadEntity } from '../journal/head.ts';
import { OrganizationEntity } from '../organizations/organization.ts';
import { refuseUnknownReason } from '../payment-reasons/refuse-unknown-reason.ts';
import { refuseUnpayable } from '../payouts/refuse-unpayable.ts';
import type { PayoutRail } from '../rails/payout-rail.ts';
import { recipientOfAccount, snapshotIdFor } from '../recipients/ids.ts';
import { type PaymentMethod, type Recipient, RecipientEntity } from '../recipients/recipient.ts';
import { ttlSeconds } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { create } from '../table/writes.ts';
import { type AmountLeg, priceAmount } from './pricing.ts';
import { presentQuote, type Quote, QuoteEntity, quoteLifetimeMs, quoteRetentionMs } from './quote.ts';

export interface QuoteRequest {
  readonly amount: string;
  readonly amountLeg: AmountLeg;
  readonly destinationAccountId: string;
  readonly purposeOfPayment?: string | undefined;
}

/**
 * Prices a payout to an account and locks the price (specification, Quote a payout). No money moves.
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND, PAYOUT_REFUSED, ACCOUNT_BLOCKED, BAD_REQUEST (no such corridor, out
 *   of its range, underfunded sandbox), VALIDATION_ERROR (a purpose that is no payment reason), and those of `priceAmount`
 */
export async function createQuote(
  runtime: Runtime,
  organizationId: string,
  request: QuoteRequest,
  execution: Execution,
) {
  const [state] = await Promise.all([readState(runtime, organizationId, request), claimOf(execution)]);
  const { organization, head, recipient, method } = state;
  refuseUnpayable(organization, recipient);
  const { rail, corridor } = servedCorridor(runtime.rails(organization.mode)?.payouts, method);
  refuseUnknownReason(rail, corridor.currency, { id: request.purposeOfPayment, path: 'purposeOfPayment' });
  const price = await rail.price(corridor);
  const amounts = priceAmount(corridor, price, request.amount, request.amountLeg);
  const { available } = balanceOf(head, corridor.sourceCurrency);
  if (organization.mode === 'sandbox' && available < amounts.sourceAmount) {
    throw new ServiceError('BAD_REQUEST', 'the sandbox balance does not cover this amount; fund it first');
  }
  const now = runtime.clock();
  const quote: Quote = {
    organizationId,
    snapshotId: snapshotIdFor(recipient.recipientId, runtime.ids.suffix(now)),
    version: 1,
    recipientId: recipient.recipientId,
    destinationAccountId: method.destinationAccountId,
    corridorId: corridor.corridorId,
    amountLeg: request.amountLeg,
    ...amounts,
    sourceCurrency: corridor.sourceCurrency,
    destinationCurrency: corridor.currency,
    rate: price.rate,
    purposeOfPayment: request.purposeOfPayment,
    expiresAt: now + quoteLifetimeMs,
    ttl: ttlSeconds(now + quoteLifetimeMs + quoteRetentionMs),
  };
  const outcome = { reply: reply(200, presentQuote(quote)), resourceId: quote.snapshotId };
  return commitAside(runtime, [create(QuoteEntity, quote)], outcome, execution);
}

async function readState({ store }: Runtime, organizationId: string, { destinationAccountId }: QuoteRequest) {
  const recipientId = recipientOfAccount(destinationAccountId);
  if (!recipientId) throw accountNotFound();
  const { organization, head, recipient } = await store.getAll({
    organization: read(OrganizationEntity, { organizationId }),
    head: read(HeadEntity, { organizationId }),
    recipient: read(RecipientEntity, { organizationId, recipientId }),
  });
  const method = methodOf(recipient, destinationAccountId);
  if (!organization || !head || !recipient || !method) throw accountNotFound();
  return { organization, head, recipient, method };
}

function methodOf(recipient: Recipient | undefined, destinationAccountId: string): PaymentMethod | undefined {
  return recipient?.methods.find((method) => method.destinationAccountId === destinationAccountId);
}

function servedCorridor(rail: PayoutRail | undefined, { corridorId }: PaymentMethod) {
  const corridor = rail && corridorById(rail.corridors(), corridorId);
  if (!corridor) throw new ServiceError('BAD_REQUEST', 'no routing serves this corridor');
  return { rail, corridor };
}

function accountNotFound(): ServiceError {
  return new ServiceError('DESTINATION_ACCOUNT_NOT_FOUND', 'destinationAccountId: no such account');
}
