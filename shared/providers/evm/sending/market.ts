import { type Fees, type MarketFees, marketFees } from './fees.ts';
import { answersOf, type Sender } from './sender.ts';

/**
 * The current fees. A single node that lies cannot make the base fee too low or the tip too high.
 * @throws NodeFailed
 */
export async function readMarket({ nodes, rules }: Sender): Promise<MarketFees & { readonly fees: Fees }> {
  const answers = await answersOf(nodes, (node) => node.fees());
  const baseFee = answers.map((answer) => answer.baseFee).reduce((a, b) => (a > b ? a : b));
  const tip = answers.map(({ tips }) => middle(tips)).reduce((a, b) => (a < b ? a : b));
  return { baseFee, tip, fees: marketFees({ baseFee, tip }, rules.fees) };
}

/** Empty blocks report zero. */
function middle(tips: readonly bigint[]): bigint {
  const sorted = tips.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}
