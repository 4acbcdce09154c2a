import { measurement } from '../../../ground/metrics/catalog.ts';
import { metricFields } from '../../../ground/metrics/embed.ts';
import { putIf } from '../../../ground/table/writes.ts';
import { broadcast } from './broadcast.ts';
import { type Fees, raisedFees } from './fees.ts';
import { readMarket } from './market.ts';
import { answersOf, type SigningTurn } from './sender.ts';
import { costOf, signVersion } from './sign-version.ts';
import { type ChainTransaction, ChainTransactionEntity, newestVersion } from './transaction-row.ts';

/** Milliseconds: a person should look at what takes longer. */
const alarmAfterMs = 60 * 60 * 1000;

/**
 * Broadcasts again whatever is not mined: a node may have lost it, and a reorganization may have taken it out of its block. The one with the lowest
 * nonce is signed again with higher fees when it takes too long, because all others wait for it.
 * @param open in the order of their nonces
 * @returns them as they are now, and those that are not mined
 */
export async function pushPending(
  turn: SigningTurn,
  open: readonly ChainTransaction[],
): Promise<{ readonly open: ChainTransaction[]; readonly pending: ChainTransaction[] }> {
  const { account, sender } = turn;
  if (open.length === 0) return { open: [], pending: [] };
  // A node that lags makes what is mined be broadcast again, which every node refuses.
  const mined = Math.min(...(await answersOf(sender.nodes, (node) => node.transactionCount(account))));
  const [first, ...others] = open.filter(({ nonce }) => nonce >= mined);
  if (!first) return { open: [...open], pending: [] };
  const pending = [await raise(turn, first), ...others];
  await broadcast(turn, pending);
  return { open: [...open.filter(({ nonce }) => nonce < mined), ...pending], pending };
}

/** @returns the transaction with another version, where it takes one */
async function raise(turn: SigningTurn, transaction: ChainTransaction): Promise<ChainTransaction> {
  const { account, claim, runtime, sender } = turn;
  const { connectionId, chainId, nonce, versions } = transaction;
  const now = runtime.clock();
  const waitedMs = now - (versions[0]?.signedAt ?? now);
  if (waitedMs >= alarmAfterMs) {
    const fields = { connectionId, chainId, account, nonce, waitedMs };
    const counted = metricFields(now, measurement('FlushHindered', 1));
    runtime.log.error('a transaction is not mined', { ...fields, ...counted });
  }
  const last = newestVersion(transaction);
  if (now - last.signedAt < sender.rules.raiseAfterMs || (await runtime.isHalted(connectionId))) return transaction;
  const fees = await nextFees(turn, transaction);
  if (!fees) return transaction;
  const version = await signVersion(turn, transaction, fees);
  const raised = { ...transaction, versions: [...versions, version] };
  await claim.write([putIf(ChainTransactionEntity, raised, {})]);
  return raised;
}

/** @returns undefined where the last version stays: more would not help, or the signer cannot pay it */
async function nextFees(turn: SigningTurn, transaction: ChainTransaction): Promise<Fees | undefined> {
  const { account, sender } = turn;
  const { fees: bounds, replaces } = sender.rules;
  const last = newestVersion(transaction);
  const market = await readMarket(sender);
  const isToBeFilled = transaction.unwantedSince !== undefined && !last.isFiller;
  // A sequencer keeps nothing, so only what it cannot take at all is signed again.
  if (!replaces && !isToBeFilled && last.maxFeePerGas >= market.baseFee) return undefined;
  const fees = replaces ? raisedFees(last, market.fees, bounds) : market.fees;
  if (!fees) return undefined;
  const balances = await answersOf(sender.nodes, (node) => node.balance(account));
  return balances.some((balance) => balance >= costOf(transaction.gas, fees)) ? fees : undefined;
}
