import { putIf } from '../../../ground/table/writes.ts';
import type { NodeBlock } from '../node.ts';
import { addTransactions, type Hindrance, roomFor } from './add-transactions.ts';
import { pushPending } from './push-pending.ts';
import type { Sender, SendingRuntime, SigningTurn, TransactionCall } from './sender.ts';
import { settleTransactions } from './settle-transactions.ts';
import { SignerClaim } from './signer-claim.ts';
import { type ChainTransaction, ChainTransactionEntity, readOpen } from './transaction-row.ts';

/** The information on which a caller decides. */
export interface SendingState {
  /** The signer's transactions, of all callers, that are still open at `final`. */
  readonly open: readonly ChainTransaction[];
  readonly final: NodeBlock;
  /** The number of calls that can be sent now. Further calls have to be requested again. */
  readonly room: number;
}

/** The requests of a caller. */
export interface SendingPlan {
  readonly calls: readonly TransactionCall[];
  /**
   * Nonces of open transactions that are no longer wanted. Those that wait to be mined are replaced by empty
   * transactions.
   */
  readonly unwanted?: ReadonlySet<number>;
}

export interface Sent {
  readonly open: readonly ChainTransaction[];
  /** Why some of the calls were not sent. They have to be requested again. */
  readonly hindrance?: Hindrance;
}

/**
 * One step of sending all transactions of an account on a chain: it broadcasts those again that wait to be mined, ends
 * those that every node shows in a final block, and sends new calls. The next step, of any caller with the same signer,
 * completes whatever a process has left unfinished.
 * @param plan is called while no other worker signs, so that a call is sent once if no open transaction has its
 *   purposes
 * @returns undefined if another worker has the signer: ask again in some seconds
 * @throws NodeFailed, NodeBehind, NodesDisagree if nodes do not show the required data; transactions that wait to be
 *   mined were broadcast nevertheless
 */
export async function sendTransactions(
  runtime: SendingRuntime,
  sender: Sender,
  plan: (state: SendingState) => Promise<SendingPlan>,
): Promise<Sent | undefined> {
  const account = await sender.signer.address();
  const claim = await SignerClaim.take(runtime, { chainId: sender.chainId, account: account.toLowerCase() });
  if (!claim) return undefined;
  try {
    return await takeStep({ runtime, sender, account, claim }, plan);
  } finally {
    await claim.end();
  }
}

async function takeStep(turn: SigningTurn, plan: (state: SendingState) => Promise<SendingPlan>): Promise<Sent> {
  const { account, claim, runtime, sender } = turn;
  const pushed = await pushPending(turn, await readOpen(runtime.store, claim.row));
  const final = await sender.witnesses.final();
  const used = await sender.witnesses.transactionCount(account, final);
  const open = await settleTransactions(turn, pushed.open, { used, final });
  const pending = pushed.pending.filter(({ nonce }) => nonce >= used);
  const room = roomFor(sender, { open, pending });
  const { calls, unwanted = new Set() } = await plan({ open, final, room });
  const marked = await markUnwanted(turn, open, unwanted);
  const { added, ...hindered } = await addTransactions(turn, calls, { open, pending, used });
  return { open: [...marked, ...added], ...hindered };
}

async function markUnwanted(
  { claim, runtime }: SigningTurn,
  open: readonly ChainTransaction[],
  unwanted: ReadonlySet<number>,
): Promise<ChainTransaction[]> {
  const marked: ChainTransaction[] = [];
  for (const transaction of open) {
    const isNew = unwanted.has(transaction.nonce) && transaction.unwantedSince === undefined;
    const next = isNew ? { ...transaction, unwantedSince: runtime.clock() } : transaction;
    if (isNew) await claim.write([putIf(ChainTransactionEntity, next, {})]);
    marked.push(next);
  }
  return marked;
}
