import { measurement } from '../../../ground/metrics/catalog.ts';
import { metricFields } from '../../../ground/metrics/embed.ts';
import { putIf } from '../../../ground/table/writes.ts';
import { broadcast } from './broadcast.ts';
import { type Fees, raisedFees } from './fees.ts';
import { readMarket } from './market.ts';
import { answersOf, type SigningTurn } from './sender.ts';
import { costOf, signVersion } from './sign-version.ts';
import { type ChainTransaction, ChainTransactionEntity, newestVersion } from './transaction-row.ts';

/** Milliseconds: someone should investigate a transaction that takes longer. */
const alarmAfterMs = 60 * 60 * 1000;

/**
 * Broadcasts every transaction again that is not mined: a node may have lost it, or a reorganization may have removed
 * it from its block. If the one with the lowest nonce takes too long, it is signed again with higher fees, because all
 * others wait for it.
 * @param open in the order of their nonces
 * @returns their current state, and those that are not mined
 */
export async function pushPending(
  turn: SigningTurn,
  open: readonly ChainTransaction[],
): Promise<{ readonly open: ChainTransaction[]; readonly pending: ChainTransaction[] }> {
  const { account, sender } = turn;
  if (open.length === 0) return { open: [], pending: [] };
  // If a node lags, mined transactions are broadcast again, which every node refuses.
  const mined = Math.min(...(await answersOf(sender.nodes, (node) => node.transactionCount(account))));
  const [first, ...others] = open.filter(({ nonce }) => nonce >= mined);
  if (!first) return { open: [...open], pending: [] };
  const pending = [await raise(turn, first), ...others];
  await broadcast(turn, pending);
  return { open: [...open.filter(({ nonce }) => nonce < mined), ...pending], pending };
}

/** @returns the transaction, with another version if it needs one */
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

/** @returns undefined if the last version is kept: higher fees would not help, or the signer cannot pay them */
async function nextFees(turn: SigningTurn, transaction: ChainTransaction): Promise<Fees | undefined> {
  const { account, sender } = turn;
  const { fees: bounds, replaces } = sender.rules;
  const last = newestVersion(transaction);
  const market = await readMarket(sender);
  const isToBeFilled = transaction.unwantedSince !== undefined && !last.isFiller;
  // A sequencer stores nothing, so a transaction is signed again only if the sequencer cannot accept it.
  if (!replaces && !isToBeFilled && last.maxFeePerGas >= market.baseFee) return undefined;
  const fees = replaces ? raisedFees(last, market.fees, bounds) : market.fees;
  if (!fees) return undefined;
  const balances = await answersOf(sender.nodes, (node) => node.balance(account));
  return balances.some((balance) => balance >= costOf(transaction.gas, fees)) ? fees : undefined;
}
