import type { DepositTransfer } from '../../ports/deposit-chain.ts';
import type { FundingTransfer } from '../funding/transfer.ts';
import { type Funding, isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { priceOfFunds } from '../payout/funding-price.ts';

/** What is known about transfers besides the data in the table. */
export interface Evidence {
  /** Transfers whose sender is on the sanctions list. */
  readonly listed: ReadonlySet<DepositTransfer>;
  /** Transfers from the stage's own treasuries, factories or vaults: this money belongs to the operator. */
  readonly own: ReadonlySet<DepositTransfer>;
  /**
   * Amount of the payout's money that would reach the treasuries, in minor units of the token. Undefined until it
   * matters.
   */
  readonly bankable?: bigint | undefined;
}

export type JudgedTransfer = DepositTransfer &
  Pick<FundingTransfer, 'state' | 'parkedFor'> & {
    /** The part that is a deposit, in minor units of the token. */
    readonly held: bigint;
  };

export interface Judgement {
  readonly judged: readonly JudgedTransfer[];
  /** Sum received, including what counts now, in minor units of the token. */
  readonly received: bigint;
  /** Amount that a restore has lost and that is not found again, in minor units of the token. */
  readonly unlisted: bigint;
  /** Milliseconds: time of the newest block with a transfer that counts. */
  readonly countedAt: number;
  /** Whether the money is complete. */
  readonly isFunded: boolean;
  /** The price at which the payout is paid. */
  readonly price: ReturnType<typeof priceOfFunds>;
}

interface Judged extends Pick<SelfFundedPayout, 'status'> {
  readonly funding: Sums;
  /** Whether the token only stands in for an issuer's, so that its worth is not guaranteed. */
  readonly isUnissued?: boolean | undefined;
}

type Sums = Pick<Funding, 'amount' | 'received' | 'unlisted' | 'countedAt' | 'pricedUntil' | 'quotes'>;

/**
 * Decides about transfers to the address of a payout. While the payout awaits funds, they count until they suffice.
 * Transfers that would complete the funds have to reach a treasury, because issuers freeze addresses and tokens may
 * keep fees. Later transfers are held, except those that a restore has lost, which were counted before.
 * @param transfers oldest first
 */
export function judgeTransfers(
  { status, funding, isUnissued = false }: Judged,
  transfers: readonly DepositTransfer[],
  { listed, own, bankable }: Evidence,
): Judgement {
  let { received, unlisted = 0n, countedAt = 0 } = funding;
  let price: Judgement['price'];
  const judge = (transfer: DepositTransfer): Omit<JudgedTransfer, keyof DepositTransfer> => {
    if (own.has(transfer)) return { state: 'parked', parkedFor: 'own', held: 0n };
    if (listed.has(transfer)) return { state: 'parked', parkedFor: 'listed', held: 0n };
    if (isUnissued) return { state: 'parked', parkedFor: 'unissued', held: 0n };
    if (status !== 'awaiting_funds' || isComplete({ ...funding, received, countedAt })) {
      const found = transfer.amount < unlisted ? transfer.amount : unlisted;
      unlisted -= found;
      return { state: found > 0n ? 'counted' : 'held', held: transfer.amount - found };
    }
    const sums = { received: received + transfer.amount, countedAt: Math.max(countedAt, transfer.madeAt) };
    const completed = priceOfFunds({ ...funding, ...sums });
    if (completed && bankable !== undefined && bankable < sums.received)
      return { state: 'parked', parkedFor: 'stuck', held: 0n };
    ({ received, countedAt } = sums);
    price = completed;
    return { state: 'counted', held: 0n };
  };
  const judged = transfers.map((transfer) => ({ ...transfer, ...judge(transfer) }));
  return { judged, received, unlisted, countedAt, isFunded: price !== undefined, price };
}
