import type { ChainHead } from './token-chain.ts';

/** The place where new payouts of an organization are funded: a chain, as reached through one connection. */
export interface DepositPlace {
  readonly connectionId: string;
  readonly chain: string;
  /** Contracts of the tokens that fund payouts, by token name, with their checksums (EIP-55). */
  readonly contracts: Readonly<Record<string, string>>;
  readonly factory: string;
  /**
   * Minor units of a token. A larger payout is sent only once its money is in a treasury. If absent, payouts never wait
   * for that.
   */
  readonly flushFirst?: bigint;
  /**
   * Minor units of a token: the most that can be funded in a UTC day, in all tokens together, before operators must
   * allow more.
   */
  readonly dailyLimit?: bigint;
  /** A final block from the last half minute. Money sent to a new address arrives in a later block. */
  readonly finalBlock: number;
  /** The funding address of a payout, with its checksum. Two payouts never share an address. */
  addressOf(payoutId: string): string;
}

/**
 * One `Transfer` log, final or not, of a token's own contract, in a successful transaction. Addresses are in lower
 * case.
 */
export interface DepositTransfer {
  /** The hash of the transaction: `0x` and 64 hexadecimal digits in lower case. */
  readonly hash: string;
  /** Its index among the logs of its transaction, which no reorganization changes. */
  readonly logIndex: number;
  readonly block: number;
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
  /** Minor units of the token (six decimal places). */
  readonly amount: bigint;
  readonly to: string;
  /** The address whose tokens moved. */
  readonly from: string;
  /** The address that signed the transaction. It differs if a contract moved the tokens. */
  readonly signer: string;
}

/** A transaction that is in a block. */
export interface MinedTransaction {
  readonly block: number;
  readonly madeAt: number;
  readonly isFinal: boolean;
  /** The transfers of the token. Empty if the transaction failed. */
  readonly transfers: readonly DepositTransfer[];
}

/** A token on the chain of a connection. */
export interface DepositToken {
  readonly connectionId: string;
  /** The contract of the token, with its checksum. */
  readonly contract: string;
}

/**
 * Money at the address of a payout in a token that does not fund it, on any chain on which the address belongs to the
 * service.
 */
export interface StrayTokens extends DepositToken {
  readonly payoutId: string;
  readonly chain: string;
  /** The name of the token. */
  readonly token: string;
  /** False for a token that only stands in for an issuer's. */
  readonly isIssued: boolean;
  /** Minor units of the token (six decimal places): all that was ever received by the final block `by`. */
  readonly received: bigint;
  readonly by: number;
  /** A final block of about a day before, or the first one. */
  readonly sinceBlock: number;
}

/** A chain's own coin at the address of a payout, where it should not have been sent. */
export interface StrayCoins {
  readonly connectionId: string;
  readonly payoutId: string;
  readonly chain: string;
  /** The coins that the address holds, in wei. */
  readonly held: bigint;
}

export interface StrayReport {
  readonly tokens: readonly StrayTokens[];
  readonly coins: readonly StrayCoins[];
  /** Connections whose nodes did not answer, or disagreed. */
  readonly silent: readonly { readonly connectionId: string; readonly error: unknown }[];
}

/** A price feed's report about a token. */
export interface TokenWorth {
  /** The name of the token. */
  readonly token: string;
  /**
   * Why the token is not accepted at one dollar, in words. Absent if it is accepted, or if the connection names no
   * feed.
   */
  readonly fault?: string;
}

/**
 * The port to the chains on which organizations fund payouts. Every function answers or throws within ten seconds. An
 * answer is confirmed by every node of the connection. A throw counts as silence, after which the same question is
 * asked again.
 */
export interface DepositChain {
  /** @returns undefined if the organization names no connection for the chain, or a disconnected one */
  serving(organizationId: string, chain: string): Promise<DepositPlace | undefined>;
  head(connectionId: string): Promise<ChainHead>;
  /**
   * Final transfers to any of the given addresses, in order: all of a range or nothing. A missing transfer proves
   * nothing. Strangers can send thousands of small amounts to one address, which can take longer to read than a call
   * may last. If a range throws repeatedly, ask for fewer blocks, and finally for fewer addresses, so that one address
   * does not block the others.
   * @param range both blocks included and final; at most a thousand addresses, in lower case
   */
  transfers(
    token: DepositToken,
    range: { readonly addresses: readonly string[]; readonly fromBlock: number; readonly toBlock: number },
  ): Promise<DepositTransfer[]>;
  /**
   * A transaction as every node shows it, final or not. Until it is final, a reorganization may remove it or move it to
   * another block.
   * @returns undefined if no node has it in a block; throws if the nodes do not agree yet
   */
  transaction(token: DepositToken, hash: string): Promise<MinedTransaction | undefined>;
  /**
   * The total that these payouts' addresses have received by the last final block, in the order of the payouts and in
   * minor units: what they hold plus what was flushed. Unlike a list of transfers, it cannot be incomplete. Any number
   * of payouts; a thousand take a few calls.
   * @param block another final block, from the last day, because nodes forget older state
   */
  received(
    token: DepositToken,
    payoutIds: readonly string[],
    block?: number,
  ): Promise<{ readonly block: number; readonly amounts: readonly bigint[] }>;
  /**
   * What the treasuries would have received from these payouts if they were flushed at the last final block, in the
   * order of the payouts and in minor units: what was flushed, plus what a flush would deliver. It is less than what
   * the addresses received if no treasury can accept it, or if the token charges a fee.
   * @param by a final block; an older answer throws
   */
  bankable(token: DepositToken, payoutIds: readonly string[], by?: number): Promise<readonly bigint[]>;
  /**
   * Everything that arrived at these payouts' addresses but does not fund them: other listed tokens of their chain, and
   * all listed tokens of the other chains that were ever connected with the same factory. Each chain is asked once.
   * @param token the token that funds the payouts
   */
  strays(token: DepositToken, payoutIds: readonly string[]): Promise<StrayReport>;
  /**
   * Whether a token is worth a dollar according to its price feed, at the last final block.
   * @param by a final block; an older answer throws. If absent, the answer may be half a minute old
   */
  worth(token: DepositToken, by?: number): Promise<TokenWorth>;
}
/**
 * `flushed`: nothing is left to do. `left`: held back, or worth less than its flush costs. `stuck`: no treasury would
 * accept it. `sent`: in a transaction that is not final. `waiting`: to be sent.
 */
export type FlushStatus = 'flushed' | 'left' | 'stuck' | 'sent' | 'waiting';

/** The deposit of a payout. Amounts are in minor units of the token. */
export interface FlushedDeposit {
  readonly payoutId: string;
  /** The amount that was flushed, by anyone. */
  readonly flushed: bigint;
  /** The amount that the address still holds. */
  readonly held: bigint;
  readonly status: FlushStatus;
}

export interface FlushReport {
  /** In the order of the payouts, at one final block. */
  readonly deposits: readonly FlushedDeposit[];
  /**
   * Why `waiting` deposits make no progress: the connection is halted, the signer has too little of the chain's coin,
   * too many transactions are open, or the connection has no signer.
   */
  readonly hindrance?: 'halted' | 'poor' | 'full' | 'unsigned';
}

/** What to flush. */
export interface FlushOrder {
  /** At most fifty, without repetitions. */
  readonly payoutIds: readonly string[];
  /** Payouts that are only examined. The money that they hold is reported as `left`. */
  readonly heldBack?: ReadonlySet<string>;
}

/** Sends the contents of deposit addresses to a treasury. */
export interface DepositFlusher {
  /**
   * Takes one step. Call it until nothing is `sent` or `waiting`. It sends nothing twice while a transaction is open,
   * and also continues what other calls for the same signer have left.
   * @returns undefined if another worker has the signer; ask again in a few seconds
   * @throws Error if the nodes do not show what is needed; ask again later
   */
  flush(token: DepositToken, order: FlushOrder): Promise<FlushReport | undefined>;
}

/** An address that was given to a payout, recorded outside the reach of a restore of the payments table. */
export interface DepositRecord {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly connectionId: string;
  readonly chain: string;
  readonly token: string;
  /** The contract of the token, with its checksum. */
  readonly contract: string;
  /** With its checksum. */
  readonly address: string;
  /** A final block before the payout. */
  readonly sinceBlock: number;
  /** The currency in which the payout is debited and deposits are credited. */
  readonly currency: string;
}

/** The port that records addresses. */
export interface DepositRecords {
  /**
   * Called before the commit that creates the payout, which may still fail. Recording an address again changes nothing.
   */
  note(record: DepositRecord): Promise<void>;
}

/** The port that lists recorded addresses. */
export interface NotedDeposits {
  /**
   * A page of the addresses recorded since a time, in milliseconds. A page may be empty although there are more.
   * @param page from the previous answer
   */
  since(
    sinceMs: number,
    page?: string,
  ): Promise<{ readonly records: readonly DepositRecord[]; readonly next?: string | undefined }>;
  /** Whether the payout may have been sent to a rail. */
  wasSent(payoutId: string): Promise<boolean>;
}
