import type { Hex } from 'viem';
import { anvilCommand } from './anvil-command.ts';
import type { DevelopmentNode } from './development-node.ts';

const pollMs = 5_000;
const patienceMs = 60_000;

/**
 * Tells the developer why money that was sent does not arrive: no new block becomes final, the node does not answer, or
 * it was restarted. Each message is printed once, until the node continues.
 * @param known the hash of a block that the node has unless it was restarted
 * @param every milliseconds between two checks
 */
export function watchFinality(
  node: DevelopmentNode,
  known: Hex,
  say: (line: string) => void,
  { every = pollMs, patience = patienceMs } = {},
): { stop(): void } {
  let last = { block: -1, at: Date.now() };
  let said: string | undefined;

  async function fault(): Promise<string | undefined> {
    if (!(await node.hasBlock(known)))
      return `The node at ${node.url} was restarted and is empty. Start over too: npm start -- --fresh --chain ${node.url}`;
    const block = await node.finalBlock();
    if (block !== last.block) last = { block, at: Date.now() };
    if (Date.now() - last.at < patience) return undefined;
    return `The final block of ${node.url} has been ${block} for a minute, and only what is final funds a payout. Start the node with ${anvilCommand(node.url)}`;
  }

  async function look(): Promise<void> {
    const isSilent = `The node at ${node.url} does not answer. Payouts are funded once it does.`;
    const found = await fault().catch(() => isSilent);
    if (found !== undefined && found !== said) say(found);
    said = found;
  }

  let isStopped = false;
  let timer = setTimeout(lookAgain, every);
  async function lookAgain(): Promise<void> {
    await look();
    if (!isStopped) timer = setTimeout(lookAgain, every);
  }
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
