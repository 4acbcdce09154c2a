import { type Address, encodeFunctionData } from 'viem';
import { depositFactory } from '../../../../contracts/deposit-factory.ts';
import type { FlushedDeposit, FlushOrder, FlushReport, FlushStatus } from '../../../ports/deposit-chain.ts';
import { type DepositState, readDeposits } from '../deposits/read-deposits.ts';
import { sendTransactions } from '../sending/send-transactions.ts';
import type { Sender, SendingRuntime, TransactionCall } from '../sending/sender.ts';
import type { ChainTransaction } from '../sending/transaction-row.ts';
import type { Witnesses } from '../witnesses.ts';

/**
 * Gas of a flush per address: 115,000 for a single one, and more for tokens that have become more expensive. Unused gas
 * is not paid for.
 */
const gasForEach = 150_000n;
/** One transaction stays far below the limit of a block, and a failed one delays only a few deposits. */
const mostInOne = 10;
/** Each is requested from every node at the same time. */
const mostPayouts = 50;
/**
 * A transaction that was not mined for this long may never be mined. Another one uses its nonce, and its calls are sent
 * again.
 */
const givenUpAfterMs = 60 * 60 * 1000;

/** A connection whose deposits are flushed. */
export interface FlushPlace {
  readonly sender: Sender;
  readonly factory: Address;
}

/** The amounts of a token to flush. */
export interface TokenOrder extends FlushOrder {
  readonly token: Address;
  /** Minor units of the token: a smaller amount at one address is worth less than its flush, and is left there. */
  readonly worthwhile: bigint;
}

/**
 * One step of sending the balances of deposit addresses to a treasury. It is repeated until nothing is `sent` or
 * `waiting`, and sends nothing twice while a transaction is open. The flushed amount is what the factory counts at a
 * final block, and not what a receipt shows, because anyone may flush, and a successful flush may have moved nothing.
 * @returns undefined if another worker has the signer: ask again in some seconds
 * @throws as `sendTransactions` does
 */
export async function flushDeposits(
  runtime: SendingRuntime,
  { sender, factory }: FlushPlace,
  order: TokenOrder,
): Promise<FlushReport | undefined> {
  refuseTooMany(order);
  const { token, payoutIds } = order;
  const purposeOf = ({ salt }: Pick<DepositState, 'salt'>) => `flush/${factory}/${token}/${salt}`.toLowerCase();
  let states: DepositState[] = [];
  const sent = await sendTransactions(runtime, sender, async ({ open, final }) => {
    states = await readDeposits(sender.witnesses, { factory, token, payoutIds }, final);
    const underWay = purposesOf(open);
    const wanted = states.filter((state) => isWanted(state, order) && !underWay.has(purposeOf(state)));
    const done = new Set(states.filter(({ held }) => held === 0n).map(purposeOf));
    return {
      calls: groupsOf(wanted).map((group) => flushCall(group, { factory, token, purposes: group.map(purposeOf) })),
      unwanted: unwantedAmong(open, done, runtime.clock()),
    };
  });
  if (!sent) return undefined;
  const underWay = purposesOf(sent.open);
  const deposits = states.map((state) => describeDeposit(state, order, underWay.has(purposeOf(state))));
  return { deposits, ...(sent.hindrance && { hindrance: sent.hindrance }) };
}

/**
 * The amounts to flush if the connection has no signer. Someone else may flush them.
 * @throws NodesDisagree, NodeFailed, NodeBehind
 */
export async function lookAtDeposits(
  { witnesses, factory }: { readonly witnesses: Witnesses; readonly factory: Address },
  order: TokenOrder,
): Promise<FlushReport> {
  refuseTooMany(order);
  const states = await readDeposits(witnesses, { factory, ...order }, await witnesses.final());
  return { deposits: states.map((state) => describeDeposit(state, order, false)), hindrance: 'unsigned' };
}

function refuseTooMany({ payoutIds }: FlushOrder): void {
  if (new Set(payoutIds).size !== payoutIds.length || payoutIds.length > mostPayouts)
    throw new Error('a flush is of fifty payouts at most, each once');
}

function describeDeposit(state: DepositState, order: TokenOrder, isSent: boolean): FlushedDeposit {
  const { payoutId, flushed, held } = state;
  return { payoutId, flushed, held, status: statusOf(state, order, isSent) };
}

function isWanted({ payoutId, flushable }: DepositState, { worthwhile, heldBack }: TokenOrder): boolean {
  return flushable > 0n && flushable >= worthwhile && !heldBack?.has(payoutId);
}

function statusOf(state: DepositState, order: TokenOrder, isSent: boolean): FlushStatus {
  if (state.held === 0n) return 'flushed';
  if (isSent) return 'sent';
  if (state.flushable === 0n) return 'stuck';
  return isWanted(state, order) ? 'waiting' : 'left';
}

/** What open transactions are for. */
function purposesOf(open: readonly ChainTransaction[]): ReadonlySet<string> {
  return new Set(open.flatMap(({ purposes }) => purposes));
}

/** Nonces of flushes that someone else has made, and of those that were never mined. */
function unwantedAmong(open: readonly ChainTransaction[], done: ReadonlySet<string>, now: number): ReadonlySet<number> {
  const unwanted = open.filter(({ purposes, versions: [first] }) => {
    if (!purposes.some((purpose) => purpose.startsWith('flush/'))) return false;
    return purposes.every((purpose) => done.has(purpose)) || now - (first?.signedAt ?? now) >= givenUpAfterMs;
  });
  return new Set(unwanted.map(({ nonce }) => nonce));
}

function groupsOf(deposits: readonly DepositState[]): DepositState[][] {
  const count = Math.ceil(deposits.length / mostInOne);
  return Array.from({ length: count }, (_, index) => deposits.slice(index * mostInOne, (index + 1) * mostInOne));
}

function flushCall(
  deposits: readonly DepositState[],
  { factory, token, purposes }: { readonly factory: Address; readonly token: Address; readonly purposes: string[] },
): TransactionCall {
  const salts = deposits.map(({ salt }) => salt);
  const data = encodeFunctionData({ abi: depositFactory.abi, functionName: 'flush', args: [salts, token] });
  return { purposes, to: factory, data, gas: gasForEach * BigInt(salts.length) };
}
