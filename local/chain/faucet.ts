import { type Address, type Hex, parseUnits } from 'viem';
import type { LiveQuickstart } from '../data/quickstart.ts';
import { transferData } from './deploy.ts';
import { DevelopmentNode } from './development-node.ts';

const places = 6;

/**
 * Sends test dollars from the account that has all of them.
 * @param amount `100.50`, with at most six decimal places
 * @returns the hash of the transaction, once it is in a block
 * @throws {StartError} if the node fails
 */
export async function sendTestDollars(
  { node: url, token }: Pick<LiveQuickstart['chain'], 'node' | 'token'>,
  to: Address,
  amount: string,
): Promise<Hex> {
  const node = await DevelopmentNode.reach(url);
  const [from] = await node.accounts();
  const { hash } = await node.send({ from, to: token as Address, data: transferData(to, parseUnits(amount, places)) });
  return hash;
}
