import { putIf } from '../../../ground/table/writes.ts';
import type { NodeBlock } from '../node.ts';
import { addTransactions, type Hindrance, roomFor } from './add-transactions.ts';
import { pushPending } from './push-pending.ts';
import type { Sender, SendingRuntime, SigningTurn, TransactionCall } from './sender.ts';
import { settleTransactions } from './settle-transactions.ts';
import { SignerClaim } from './signer-claim.ts';
import { type ChainTransaction, ChainTransactionEntity, readOpen } from './transaction-row.ts';

/** What a caller decides by. */
export interface SendingState {
  /** The signer's transactions that are not over at `final`, of whatever caller. */
  readonly open: readonly ChainTransaction[];
  readonly final: NodeBlock;
  /** How many calls can be sent now; more are to be asked for again. */
  readonly room: number;
}

/** What a caller wants. */
export interface SendingPlan {
  readonly calls: readonly TransactionCall[];
  /** Nonces of open transactions that nobody wants any more: what waits to be mined is replaced by a transaction of nothing. */
  readonly unwanted?: ReadonlySet<number>;
}

export interface Sent {
  readonly open: readonly ChainTransaction[];
  /** Why some of the calls were not sent. They are to be asked for again. */
  readonly hindrance?: Hindrance;
}

/**
 * One step of everything that an account sends on a chain: what waits to be mined is broadcast again, what every node shows in a final block is over,
 * and new calls are sent. Whatever a process has left unfinished, the next step finishes, for any caller of the same signer.
 * @param plan is asked while no other worker signs, so that a call whose purposes it finds in no open transaction is sent once
 * @returns undefined where another worker has the signer: ask again in some seconds
 * @throws NodeFailed, NodeBehind, NodesDisagree where nodes do not show what it takes; what waits to be mined was broadcast nevertheless
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
