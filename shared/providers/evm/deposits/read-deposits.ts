import { encodeFunctionData, type Hex } from 'viem';
import { depositFactory } from '../../../../contracts/deposit-factory.ts';
import { depositSalt } from '../deposit-contracts.ts';
import type { NodeBlock } from '../node.ts';
import type { Witnesses } from '../witnesses.ts';
import { type AskedDeposits, flushableAmounts, receivedAmounts } from './read-amounts.ts';

/** A deposit address at a final block, as shown by every node. Amounts are in the token's minor units. */
export interface DepositState {
  readonly payoutId: string;
  readonly salt: Hex;
  /** The flushed amount that the factory has counted, whoever flushed it. */
  readonly flushed: bigint;
  /** The remaining balance of the address. */
  readonly held: bigint;
  /** What a flush would bring to a treasury: zero if none accepts it. */
  readonly flushable: bigint;
}

/** @throws NodesDisagree, NodeFailed */
export async function readDeposits(witnesses: Witnesses, asked: AskedDeposits, at: NodeBlock): Promise<DepositState[]> {
  const salts = asked.payoutIds.map(depositSalt);
  const [received, flushable, flushed] = await Promise.all([
    receivedAmounts(witnesses, asked, at),
    flushableAmounts(witnesses, asked, at),
    Promise.all(salts.map((salt) => flushedAmount(witnesses, salt, asked, at))),
  ]);
  return asked.payoutIds.map((payoutId, index) => {
    const [all = 0n, counted = 0n, brought = 0n] = [received[index], flushed[index], flushable[index]];
    return { payoutId, salt: depositSalt(payoutId), flushed: counted, held: all - counted, flushable: brought };
  });
}

/** The amount that the factory has counted as flushed from a deposit. */
export async function flushedAmount(
  witnesses: Witnesses,
  salt: Hex,
  { factory, token }: Pick<AskedDeposits, 'factory' | 'token'>,
  at: NodeBlock,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: depositFactory.abi, functionName: 'flushed', args: [salt, token] });
  const answer = await witnesses.call(factory, data, at);
  if (answer.length !== 66) throw new Error(`the factory at ${factory} counts nothing`);
  return BigInt(answer);
}
