import { measurement } from '../../../ground/metrics/catalog.ts';
import { metricFields } from '../../../ground/metrics/embed.ts';
import { absent } from '../../../ground/table/expressions.ts';
import { putIf } from '../../../ground/table/writes.ts';
import { broadcast } from './broadcast.ts';
import { readMarket } from './market.ts';
import { answersOf, type Sender, type SigningTurn, type TransactionCall } from './sender.ts';
import { costOf, signVersion } from './sign-version.ts';
import { type ChainTransaction, ChainTransactionEntity, mostOpen, newestVersion } from './transaction-row.ts';

/**
 * Why calls were not sent: the connection is halted, the signer has too few coins, or the maximum number of
 * transactions is open.
 */
export type Hindrance = 'halted' | 'poor' | 'full';

interface Added {
  readonly added: readonly ChainTransaction[];
  readonly hindrance?: Hindrance;
}

/**
 * Assigns nonces to calls, signs and stores them, and then broadcasts them.
 * @param used the number of the account's transactions up to a final block. If a nonce was meanwhile used by hand, this
 *   is found when it is final, and the call is requested again then. Therefore no nonce is ever skipped, which would
 *   block all later ones.
 */
export async function addTransactions(
  turn: SigningTurn,
  calls: readonly TransactionCall[],
  there: {
    readonly open: readonly ChainTransaction[];
    readonly pending: readonly ChainTransaction[];
    readonly used: number;
  },
): Promise<Added> {
  const { runtime, sender } = turn;
  if (calls.length === 0) return { added: [] };
  if (await runtime.isHalted(sender.connectionId)) return { added: [], hindrance: 'halted' };
  const { added, isPoor } = await signAll(turn, calls.slice(0, roomFor(sender, there)), there);
  await broadcast(turn, added);
  if (isPoor) return { added, hindrance: 'poor' };
  return added.length < calls.length ? { added, hindrance: 'full' } : { added };
}

/**
 * How many more transactions an account may open, given the number of open ones and of those that wait to be mined.
 */
export function roomFor(
  { rules }: Pick<Sender, 'rules'>,
  { open, pending }: { readonly open: readonly ChainTransaction[]; readonly pending: readonly ChainTransaction[] },
): number {
  return Math.max(0, Math.min(rules.mostPending - pending.length, mostOpen - open.length));
}

async function signAll(
  turn: SigningTurn,
  calls: readonly TransactionCall[],
  { pending, used }: { readonly pending: readonly ChainTransaction[]; readonly used: number },
): Promise<{ readonly added: readonly ChainTransaction[]; readonly isPoor: boolean }> {
  const added: ChainTransaction[] = [];
  if (calls.length === 0) return { added, isPoor: false };
  const { account, claim, runtime, sender } = turn;
  const { fees } = await readMarket(sender);
  const balances = await answersOf(sender.nodes, (node) => node.balance(account));
  let left = balances.reduce((a, b) => (a > b ? a : b));
  for (const transaction of pending) left -= costOf(transaction.gas, newestVersion(transaction));
  for (const { purposes, gas: own, ...call } of calls) {
    const gas = Number(own + sender.rules.baseGas);
    left -= costOf(gas, fees);
    if (left < 0n) {
      const { chainId, connectionId } = sender;
      const fields = { connectionId, chainId, account, missing: String(-left) };
      const counted = metricFields(runtime.clock(), measurement('FlushHindered', 1));
      runtime.log.error('a signer has too few coins', { ...fields, ...counted });
      return { added, isPoor: true };
    }
    const nonce = Math.max(claim.row.nextNonce, used);
    const { chainId, account: key } = claim.row;
    const unsigned = { chainId, account: key, nonce, connectionId: sender.connectionId, purposes: [...purposes], gas };
    const version = await signVersion(turn, { ...unsigned, ...call }, fees);
    const transaction: ChainTransaction = { ...unsigned, ...call, versions: [version], state: 'open' };
    await claim.write([putIf(ChainTransactionEntity, transaction, absent)], { nextNonce: nonce + 1 });
    added.push(transaction);
  }
  return { added, isPoor: false };
}
