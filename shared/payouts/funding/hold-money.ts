import { createHash } from 'node:crypto';
import { inCurrency } from '../../ground/money/token-amount.ts';
import { create } from '../../ground/table/writes.ts';
import { depositIdFrom } from '../../ground/time/ids.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { DepositTransfer } from '../../ports/deposit-chain.ts';
import { creditDeposit, newDeposit } from '../deposits/credit-deposit.ts';
import { DepositEntity } from '../deposits/deposit.ts';
import { arrivedRef } from '../flushing/arrived.ts';
import type { Funding } from '../payout/funding.ts';
import type { Payout } from '../payout/payout.ts';

/** A payout whose address received money. */
type Addressed = Pick<Payout, 'payoutId' | 'sourceCurrency'> & {
  readonly funding: Pick<Funding, 'chain' | 'token' | 'connectionId'>;
  /** As in `FundedKey`. */
  readonly stray?: string | undefined;
};
type Funded = Addressed & { readonly funding: Funding };

/** Holds a transfer that funds nothing. */
export function holdTransfer(draft: JournalDraft, payout: Addressed, transfer: DepositTransfer): void {
  hold(draft, payout, transfer.amount, `${transfer.hash}-${transfer.logIndex}`);
}

/** Holds the surplus beyond what was requested. */
export function holdSurplus(draft: JournalDraft, payout: Funded, amount: bigint): void {
  hold(draft, payout, amount, 'surplus');
}

/** Holds everything that was received for a payout that has ended without it. */
export function holdReceived(draft: JournalDraft, payout: Funded): void {
  hold(draft, payout, payout.funding.received, 'received');
}

/** Holds the funds of a payout that is not sent. */
export function holdFunds(draft: JournalDraft, payout: Funded): void {
  hold(draft, payout, payout.funding.amount, 'refused');
}

/**
 * Credits the balance with the money of a payout that was funded and has come back: exactly the amount that was sent
 * for it.
 * @throws Error if the payout was never funded
 */
export function creditReturned(draft: JournalDraft, payout: Funded & Pick<Payout, 'sourceAmount'>): void {
  const { payoutId, sourceAmount, sourceCurrency, funding } = payout;
  if (funding.fundedAt === undefined) throw new Error(`${payoutId} was never funded, so nothing of it comes back`);
  const { chain, token } = funding;
  const depositId = depositIdFrom(draft.at, chanceOf(payoutId, 'returned'));
  const fields = { depositId, amount: sourceAmount, currency: sourceCurrency, method: 'crypto' } as const;
  creditDeposit(draft, { ...fields, payoutId, chain, token, reference: undefined });
}

/**
 * Holds money until an owner or admin accepts it, which requires that it was flushed. A rest below a minor unit of the
 * currency is dropped: it stays at the treasury.
 * @param what which part of the payout's money it is: each part is held once, whoever finds it
 */
function hold(
  draft: JournalDraft,
  { payoutId, sourceCurrency, funding, stray }: Addressed,
  tokens: bigint,
  what: string,
): void {
  const { chain, token, connectionId } = funding;
  const amount = inCurrency(tokens, token, sourceCurrency);
  if (amount <= 0n) return;
  const depositId = depositIdFrom(draft.at, chanceOf(payoutId, what));
  const { organizationId } = draft.head;
  const arrived = draft.lookUp(arrivedRef({ organizationId, payoutId, stray }))?.amount ?? tokens;
  const where = { payoutId, chain, token, connectionId, stray, arrived };
  const fields = { depositId, amount, currency: sourceCurrency, method: 'crypto', ...where } as const;
  draft.write(create(DepositEntity, newDeposit(draft, { ...fields, reference: undefined }, 'pending')));
}

function chanceOf(payoutId: string, what: string): Buffer {
  return createHash('sha256').update(`${payoutId} ${what}`).digest();
}
