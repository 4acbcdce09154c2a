import type { Address, Hex } from 'viem';
import { encodeDeployData } from 'viem/utils';
import { flushableAmounts as flushable } from '../../../../contracts/flushable-amounts.ts';
import { receivedAmounts as received } from '../../../../contracts/received-amounts.ts';
import { depositSalt } from '../deposit-contracts.ts';
import type { NodeBlock } from '../node.ts';
import { NodesDisagree, type Witnesses } from '../witnesses.ts';

/** Where amounts are read. */
export interface AskedDeposits {
  readonly factory: Address;
  readonly token: Address;
  readonly payoutIds: readonly string[];
}

/** This number fits the gas of one call (`gasOfRun`), even for a token that needs more gas than the known ones. */
const mostReceived = 200;
const mostFlushed = 50;
const callsAtOnce = 4;

/**
 * All that the deposits of some payouts had received by a final block, in minor units: their balance and the flushed
 * amount.
 */
export function receivedAmounts(witnesses: Witnesses, asked: AskedDeposits, at: NodeBlock): Promise<bigint[]> {
  return inCalls(asked, mostReceived, (some) => witnesses.run(codeOf(received, some), at));
}

/**
 * What a flush at a final block would bring to the treasuries, in minor units, for each payout separately. Each node
 * simulates the flush, compares the treasuries' balances before and after, and discards the result.
 */
export function flushableAmounts(witnesses: Witnesses, asked: AskedDeposits, at: NodeBlock): Promise<bigint[]> {
  return inCalls(asked, mostFlushed, (some) => witnesses.run(codeOf(flushable, some), at));
}

/**
 * Code that a node runs as the constructor of a contract, so that many addresses are read in one call without a
 * deployed contract.
 */
function codeOf(contract: typeof received | typeof flushable, { factory, token, payoutIds }: AskedDeposits): Hex {
  const { abi, bytecode } = contract;
  return encodeDeployData({ abi, bytecode, args: [factory, token, payoutIds.map(depositSalt)] });
}

async function inCalls(
  asked: AskedDeposits,
  most: number,
  run: (some: AskedDeposits) => Promise<Hex>,
): Promise<bigint[]> {
  const { payoutIds } = asked;
  const calls = Array.from({ length: Math.ceil(payoutIds.length / most) }, (_, index) => ({
    ...asked,
    payoutIds: payoutIds.slice(index * most, (index + 1) * most),
  }));
  const amounts: bigint[] = [];
  for (let start = 0; start < calls.length; start += callsAtOnce) {
    const some = calls.slice(start, start + callsAtOnce);
    const answers = await Promise.all(some.map(async (call) => wordsIn(await run(call), call.payoutIds.length)));
    amounts.push(...answers.flat());
  }
  return amounts;
}

/** @throws NodesDisagree if nodes answer something other than what was requested */
export function wordsIn(answer: Hex, count: number): bigint[] {
  const words = answer.slice(2).match(/.{64}/g) ?? [];
  if (words.length !== count || answer.length !== 2 + 64 * count)
    throw new NodesDisagree(`nodes answer ${answer.length} characters for ${count} amounts`);
  return words.map((word) => BigInt(`0x${word}`));
}
