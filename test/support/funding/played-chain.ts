import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import type {
  DepositChain,
  DepositFlusher,
  DepositPlace,
  DepositToken,
  DepositTransfer,
  FlushedDeposit,
  FlushOrder,
  FlushReport,
  FlushStatus,
  MinedTransaction,
  StrayCoins,
  StrayTokens,
} from '../../../shared/ports/deposit-chain.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { depositAddress, depositSalt } from '../../../shared/providers/evm/deposit-contracts.ts';

const [usdc, other] = knownChains.base.tokens;
const read: ReadonlySet<string> = new Set(knownChains.base.tokens.map(({ contract }) => contract));
const implementation = `0x${'1e'.repeat(20)}` as const;
const mostAddresses = 1_000;

/** What a test pays: to the deposit address of a payout, or to any other address. */
export interface PlayedTransfer {
  readonly payoutId?: string;
  /** In lower case. */
  readonly to?: string;
  /** Minor units. */
  readonly amount: bigint;
  /** With its checksum; USDC unless another is named. */
  readonly contract?: string;
  /** Whose tokens move: the signer's unless somebody else is named. */
  readonly from?: string;
}

/** What a test may say of a transaction. */
export interface PlayedTransaction {
  readonly hash?: string;
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
  readonly signer?: string;
  readonly fails?: boolean;
}

/** A transaction that flushes payouts, in a block. */
interface SentFlush {
  readonly payoutIds: readonly string[];
  readonly contract: string;
  readonly block: number;
  isDone: boolean;
}

type Question = keyof DepositChain | keyof DepositFlusher;

interface Mined {
  readonly hash: string;
  readonly block: number;
  readonly madeAt: number;
  readonly fails: boolean;
  /** Whether lists of transfers leave it out, as those of nodes may. */
  isListed: boolean;
  readonly transfers: readonly (DepositTransfer & { readonly contract: string })[];
}

/**
 * Base as one connection reaches it, in memory: a test mines its blocks, takes them back, and makes it fall silent. Every organization names
 * the connection unless the test says otherwise. Hand `port` to a service as its `deposits`, and `flusher` as
 * what it flushes by.
 */
export class PlayedChain {
  readonly connectionId = `conn_${'played'.padEnd(25, '0')}`;
  readonly chain = 'base';
  readonly factory = '0xFAc7000000000000000000000000000000000001';
  /** USDC. */
  readonly token: DepositToken = { connectionId: this.connectionId, contract: usdc.contract };
  /** A bridged dollar, which pays for nothing. */
  readonly otherToken: DepositToken = { connectionId: this.connectionId, contract: other.contract };
  latest = 1_000;
  /** How many of the latest blocks are not final. A block that was final once stays final. */
  behind = 0;
  /** Every question throws. */
  isSilent = false;
  /** Whether an organization names the connection for what is new. */
  serves: (organizationId: string) => boolean = () => true;
  /** Called with each question before it is answered; it may change the chain, or throw in place of the answer. */
  onAsked: (question: Question, ...asked: readonly unknown[]) => void = () => {};
  /** Why the price feed says that the token is no dollar. */
  fault: string | undefined;
  /** Minor units: a payout of more is sent only once it is flushed. */
  flushFirst: bigint | undefined;
  /** Minor units: what is funded in a day before operators have to allow more. */
  dailyLimit: bigint | undefined;
  /** Minor units: less than this from one address is not flushed. */
  worthwhile = 50_000n;
  /** Whether the other token is its issuer's own. */
  isOtherIssued = false;
  /** Coins of the chain at addresses of payouts. */
  coins: StrayCoins[] = [];
  /** Blocks of the last day. */
  rememberedBlocks = 43_200;
  /** Why nothing is flushed. */
  hindrance: FlushReport['hindrance'];
  /** Another worker has the signer. */
  isSignerTaken = false;
  /** Every transaction that flushes, oldest first. */
  readonly sentFlushes: SentFlush[] = [];
  #final = 0;
  #transactions: Mined[] = [];
  readonly #flushed = new Map<string, bigint>();
  readonly #flushable = new Map<string, bigint>();

  /** The last block that no reorganization takes back. */
  get final(): number {
    this.#final = Math.max(this.#final, this.latest - this.behind);
    return this.#final;
  }

  /** Where a payout is funded, with its checksum. */
  addressOf(payoutId: string): string {
    return depositAddress(this.factory as Hex, implementation, depositSalt(payoutId));
  }

  /** Makes blocks without any transfer. */
  mineBlocks(count: number): void {
    const { final } = this;
    this.latest += count;
    this.#final = Math.max(final, this.latest - this.behind);
  }

  /** Makes everything so far final. */
  finalize(): void {
    this.mineBlocks(this.behind);
  }

  /** Puts one transaction into the next block, with all of these transfers. @returns it, as the chain tells it */
  mine(
    transfers: PlayedTransfer | readonly PlayedTransfer[],
    made: PlayedTransaction,
  ): Pick<MinedTransaction, 'block' | 'madeAt' | 'transfers'> & { readonly hash: string } {
    const { madeAt, hash = `0x${randomBytes(32).toString('hex')}`, fails = false } = made;
    const signer = (made.signer ?? '0x5160000000000000000000000000000000000001').toLowerCase();
    this.mineBlocks(1);
    const block = this.latest;
    const logs = [transfers]
      .flat()
      .map(({ payoutId, to, amount, contract = usdc.contract, from = signer }, logIndex) => {
        const taker = to ?? this.addressOf(payoutId ?? '');
        const parties = { to: taker.toLowerCase(), from: from.toLowerCase(), signer };
        return { hash, logIndex, block, madeAt, amount, ...parties, contract };
      });
    this.#transactions.push({ hash, block, madeAt, fails, isListed: true, transfers: fails ? [] : logs });
    return { hash, block, madeAt, transfers: fails ? [] : logs.map(withoutContract) };
  }

  /** Takes a transaction back, even one that was final, which no chain should do. */
  vanish(hash: string): void {
    this.#transactions = this.#transactions.filter((mined) => mined.hash !== hash);
  }

  /** Takes a transaction back and puts it into the next block. */
  mineAgain(hash: string, madeAt: number): void {
    const mined = this.#transactions.find((one) => one.hash === hash);
    if (!mined) throw new Error(`no transaction ${hash}`);
    this.vanish(hash);
    this.mineBlocks(1);
    const again = { block: this.latest, madeAt };
    const transfers = mined.transfers.map((transfer) => ({ ...transfer, ...again }));
    this.#transactions.push({ ...mined, ...again, transfers });
  }

  /** @returns the block that a transaction is in; undefined where it is in none */
  blockOf(hash: string): number | undefined {
    return this.#transactions.find((one) => one.hash === hash)?.block;
  }

  /** Leaves a transaction out of every list of transfers: only who asks for its hash, or for what was received, learns of it. */
  leaveOut(hash: string): void {
    this.#listed(hash, false);
  }

  /** Lists it again. */
  list(hash: string): void {
    this.#listed(hash, true);
  }

  /** Moves what a payout's address holds at a block, the final one unless another is named, to the treasury. */
  flush(payoutId: string, { contract }: Pick<DepositToken, 'contract'> = this.token, block = this.final): void {
    this.#flushed.set(keyOf(payoutId, contract), this.#receivedBy(payoutId, contract, block));
  }

  /** Says what a flush would bring to a treasury in place of what the address holds: nothing where it is parked. `undefined` ends it. */
  bring(payoutId: string, amount: bigint | undefined, { contract } = this.token): void {
    if (amount === undefined) this.#flushable.delete(keyOf(payoutId, contract));
    else this.#flushable.set(keyOf(payoutId, contract), amount);
  }

  /** What a service reads the chain by. */
  get port(): DepositChain {
    return {
      serving: async (organizationId, chain) => {
        this.#ask('serving', organizationId, chain);
        return chain === this.chain && this.serves(organizationId) ? this.#place : undefined;
      },
      head: async (connectionId) => {
        this.#ask('head', connectionId);
        this.#refuseUnlessKnown({ connectionId });
        return { latest: this.latest, final: this.final };
      },
      transfers: async (token, range) => {
        this.#ask('transfers', token, range);
        this.#refuseUnlessKnown(token);
        return this.#transfers(token, range);
      },
      transaction: async (token, hash) => {
        this.#ask('transaction', token, hash);
        this.#refuseUnlessKnown(token);
        return this.#transaction(token, hash);
      },
      received: async (token, payoutIds, block = this.final) => {
        this.#ask('received', token, payoutIds, block);
        this.#refuseUnlessKnown(token);
        if (block > this.final) throw new Error(`block ${block} is not final yet`);
        return { block, amounts: payoutIds.map((id) => this.#receivedBy(id, token.contract, block)) };
      },
      worth: async (token, by = 0) => {
        this.#ask('worth', token, by);
        this.#refuseUnlessKnown(token);
        if (by > this.final) throw new Error(`block ${by} is not final yet`);
        return { token: usdc.name, ...(this.fault !== undefined && { fault: this.fault }) };
      },
      strays: async (token, payoutIds) => {
        this.#ask('strays', token, payoutIds);
        this.#refuseUnlessKnown(token);
        return { tokens: payoutIds.flatMap((id) => this.#strayOf(id)), coins: this.coins, silent: [] };
      },
      bankable: async (token, payoutIds, by = 0) => {
        this.#ask('bankable', token, payoutIds, by);
        this.#refuseUnlessKnown(token);
        if (by > this.final) throw new Error(`block ${by} is not final yet`);
        return payoutIds.map((id) => this.#bankableOf(id, token.contract));
      },
    };
  }

  /** What a service flushes by. */
  get flusher(): DepositFlusher {
    return {
      flush: async (token, order) => {
        this.#ask('flush', token, order);
        this.#refuseUnlessKnown(token);
        return this.isSignerTaken ? undefined : this.#flushSome(token, order);
      },
    };
  }

  #flushSome(token: DepositToken, { payoutIds, heldBack }: FlushOrder): FlushReport {
    for (const sent of this.sentFlushes)
      if (!sent.isDone && sent.block <= this.final) {
        for (const payoutId of sent.payoutIds) this.flush(payoutId, sent, sent.block);
        sent.isDone = true;
      }
    const statusOf = (payoutId: string): FlushStatus => {
      const [held, brought] = [this.#heldBy(payoutId, token), this.#broughtBy(payoutId, token)];
      if (held === 0n) return 'flushed';
      if (this.#isSent(payoutId, token)) return 'sent';
      if (brought === 0n) return 'stuck';
      return brought < this.worthwhile || heldBack?.has(payoutId) ? 'left' : 'waiting';
    };
    const wanted = payoutIds.filter((payoutId) => statusOf(payoutId) === 'waiting');
    if (this.hindrance === undefined && wanted.length > 0) {
      this.mineBlocks(1);
      this.sentFlushes.push({ payoutIds: wanted, contract: token.contract, block: this.latest, isDone: false });
    }
    const deposits = payoutIds.map((payoutId): FlushedDeposit => {
      const flushed = this.#flushed.get(keyOf(payoutId, token.contract)) ?? 0n;
      return { payoutId, flushed, held: this.#heldBy(payoutId, token), status: statusOf(payoutId) };
    });
    return { deposits, ...(this.hindrance && wanted.length > 0 && { hindrance: this.hindrance }) };
  }

  #isSent(payoutId: string, { contract }: DepositToken): boolean {
    return this.sentFlushes.some(
      (sent) => !sent.isDone && sent.contract === contract && sent.payoutIds.includes(payoutId),
    );
  }

  #heldBy(payoutId: string, { contract }: DepositToken): bigint {
    return this.#receivedBy(payoutId, contract) - (this.#flushed.get(keyOf(payoutId, contract)) ?? 0n);
  }

  #broughtBy(payoutId: string, token: DepositToken): bigint {
    return this.#flushable.get(keyOf(payoutId, token.contract)) ?? this.#heldBy(payoutId, token);
  }

  get #place(): DepositPlace {
    const { connectionId, chain, factory, final: finalBlock } = this;
    const contracts = { [usdc.name]: usdc.contract };
    const { flushFirst, dailyLimit } = this;
    const above = { ...(flushFirst !== undefined && { flushFirst }), ...(dailyLimit !== undefined && { dailyLimit }) };
    const addressOf = (payoutId: string) => this.addressOf(payoutId);
    return { connectionId, chain, contracts, factory, finalBlock, addressOf, ...above };
  }

  /** Lists every transfer. */
  listAll(): void {
    for (const mined of this.#transactions) mined.isListed = true;
  }

  #listed(hash: string, isListed: boolean): void {
    for (const mined of this.#transactions) if (mined.hash === hash) mined.isListed = isListed;
  }

  #ask(question: Question, ...asked: readonly unknown[]): void {
    this.onAsked(question, ...asked);
    if (this.isSilent) throw new Error('a node did not answer');
  }

  #refuseUnlessKnown({ connectionId, contract = usdc.contract }: Partial<DepositToken>): void {
    if (connectionId !== this.connectionId) throw new Error(`the table has no ${connectionId}`);
    if (!read.has(contract)) throw new Error(`${contract} is no token of the chain of ${connectionId}`);
  }

  #transfers({ contract }: DepositToken, range: Parameters<DepositChain['transfers']>[1]) {
    const { addresses, fromBlock, toBlock } = range;
    if (addresses.length === 0 || addresses.length > mostAddresses)
      throw new Error(`asked for ${addresses.length} addresses`);
    if (toBlock > this.final) throw new Error(`block ${toBlock} is not final yet`);
    const wanted = new Set(addresses);
    return this.#transactions
      .filter(({ isListed, block }) => isListed && block >= fromBlock && block <= toBlock)
      .flatMap(({ transfers }) => moved(transfers, contract))
      .filter(({ to }) => wanted.has(to))
      .sort((a, b) => a.block - b.block || (a.hash < b.hash ? -1 : Number(a.hash > b.hash)) || a.logIndex - b.logIndex);
  }

  #transaction({ contract }: DepositToken, hash: string): MinedTransaction | undefined {
    const mined = this.#transactions.find((one) => one.hash === hash);
    if (!mined) return undefined;
    const { block, madeAt, transfers } = mined;
    return { block, madeAt, isFinal: block <= this.final, transfers: moved(transfers, contract) };
  }

  #receivedBy(payoutId: string, contract: string, by = this.final): bigint {
    const address = this.addressOf(payoutId).toLowerCase();
    const final = this.#transactions.filter(({ block }) => block <= by);
    const to = final.flatMap(({ transfers }) => moved(transfers, contract)).filter((one) => one.to === address);
    return to.reduce((sum, { amount }) => sum + amount, 0n);
  }

  #strayOf(payoutId: string): StrayTokens[] {
    const received = this.#receivedBy(payoutId, other.contract);
    const isIssued = this.isOtherIssued;
    const token = { ...this.otherToken, chain: this.chain, token: isIssued ? 'USDT' : other.name, isIssued };
    const sinceBlock = Math.max(0, this.final - this.rememberedBlocks);
    return received > 0n ? [{ ...token, payoutId, received, by: this.final, sinceBlock }] : [];
  }

  #bankableOf(payoutId: string, contract: string): bigint {
    const key = keyOf(payoutId, contract);
    const flushed = this.#flushed.get(key) ?? 0n;
    return flushed + (this.#flushable.get(key) ?? this.#receivedBy(payoutId, contract) - flushed);
  }
}

/** The transfers of a token. Those of nothing are none. */
function moved(transfers: Mined['transfers'], contract: string): DepositTransfer[] {
  return transfers.filter((one) => one.contract === contract && one.amount > 0n).map(withoutContract);
}

function withoutContract({ contract: _, ...transfer }: Mined['transfers'][number]): DepositTransfer {
  return transfer;
}

function keyOf(payoutId: string, contract: string): string {
  return `${payoutId}/${contract}`;
}
