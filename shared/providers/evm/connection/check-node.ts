import { randomBytes } from 'node:crypto';
import type { Address } from 'viem';
import type { Clock } from '../../../ground/time/clock.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';
import { balanceData } from '../contract-calls.ts';
import { type EvmNode, type NodeBlock, NodeRefused } from '../node.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * The blocks of a rollup are final once the Ethereum blocks that contain them are final, which takes up to an hour.
 */
const oldestFinalMs = 2 * 60 * 60 * 1000;

const word = `0x${'0'.repeat(64)}`;
/** PUSH1 32, PUSH1 0, RETURN: returns the first word of memory. */
const returnsWord = '0x60206000f3';

interface Expected {
  readonly chainId: number;
  /** A token, and the address whose balance is read. */
  readonly token: Address;
  readonly holder: Address;
}

/**
 * Tries every request that the service will later make to a node.
 * @throws ConnectionRefused naming the node and what it cannot do
 */
export async function checkNode(node: EvmNode, { chainId, token, holder }: Expected, clock: Clock): Promise<void> {
  const refuse = (what: string) => new ConnectionRefused(`${node.name} ${what}`);
  const found = await node.chainId();
  if (found !== chainId) throw refuse(`is a node of chain ${found}, not ${chainId}`);
  const final = await node.block('finalized');
  if (!final) throw refuse('names no final block');
  if (clock() - final.madeAt > oldestFinalMs)
    throw refuse(`has a final block of ${new Date(final.madeAt).toISOString()}`);
  const data = balanceData(holder);
  for (const block of [final, await dayBefore(node, final)]) {
    // A full node keeps the state of only 128 blocks.
    await node.call(token, data, block.hash).catch((error: unknown) => {
      throw refuse(`tells no balance at block ${block.number}: ${messageOf(error)}`);
    });
    // Code that is not deployed reads many addresses in one call.
    const returned = await node.run(returnsWord, block.hash).catch(messageOf);
    if (returned !== word) throw refuse(`runs no code in a call at block ${block.number}: ${returned}`);
  }
  const unknown = `0x${randomBytes(32).toString('hex')}` as const;
  const answer = await node.call(token, data, unknown).catch((error: unknown) => {
    if (!(error instanceof NodeRefused)) throw error;
  });
  if (answer !== undefined)
    throw refuse('answers for a block that there is not, so nothing that it says of a block counts');
}

/** The last block that is a day older than another one, or the first block of a younger chain. */
async function dayBefore(node: EvmNode, { number, madeAt }: NodeBlock): Promise<NodeBlock> {
  const at = async (wanted: number) => {
    const block = await node.block(wanted);
    if (block?.number !== wanted) throw new ConnectionRefused(`${node.name} does not have block ${wanted}`);
    return block;
  };
  let [oldest, newest] = [await at(0), number];
  while (newest - oldest.number > 1) {
    const middle = await at(oldest.number + Math.floor((newest - oldest.number) / 2));
    if (madeAt - middle.madeAt >= dayMs) oldest = middle;
    else newest = middle.number;
  }
  return oldest;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
