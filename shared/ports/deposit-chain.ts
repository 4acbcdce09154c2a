import type { ChainHead } from './token-chain.ts';

/** Where new payouts of an organization are funded: a chain, as one connection reaches it. */
export interface DepositPlace {
  readonly connectionId: string;
  readonly chain: string;
  /** Contracts of the tokens that fund payouts, by the token's name, with their checksums (EIP-55). */
  readonly contracts: Readonly<Record<string, string>>;
  readonly factory: string;
  /** Minor units of a token: a payout of more than this is sent only once its money is at a treasury. Absent: it never waits for that. */
  readonly flushFirst?: bigint;
  /** Minor units of a token: what is funded in a UTC day, in all tokens together, before operators have to allow more. */
  readonly dailyLimit?: bigint;
  /** A final block of the last half minute: what is sent to an address that is made now comes later. */
  readonly finalBlock: number;
  /** Where a payout is funded, with its checksum. Two payouts never share an address. */
  addressOf(payoutId: string): string;
}

/** Final or not, one `Transfer` log of a token's own contract, in a transaction that succeeded. Addresses are in lower case. */
export interface DepositTransfer {
  /** Of the transaction: `0x` and 64 hexadecimal digits in lower case. */
  readonly hash: string;
  /** Its place among the logs of its transaction, which no reorganization changes. */
  readonly logIndex: number;
  readonly block: number;
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
  /** Minor units of the token, six places. */
  readonly amount: bigint;
  readonly to: string;
  /** Whose tokens moved. */
  readonly from: string;
  /** Who signed the transaction: somebody else, where a contract moved the tokens. */
  readonly signer: string;
}

/** A transaction that is in a block. */
export interface MinedTransaction {
  readonly block: number;
  readonly madeAt: number;
  readonly isFinal: boolean;
  /** The transfers of the token; none where the transaction failed. */
  readonly transfers: readonly DepositTransfer[];
}

/** A token on the chain of a connection. */
export interface DepositToken {
  readonly connectionId: string;
  /** Of the token, with its checksum. */
  readonly contract: string;
}

/** What a price feed says of a token. */
export interface TokenWorth {
  /** Its name. */
  readonly token: string;
  /** Why it is not taken for a dollar, in words. Absent where it is, and where the connection names no feed. */
  readonly fault?: string;
}

/**
 * The port to the chains on which organizations fund payouts. Every function answers or throws within ten seconds, and answers only
 * what every node of the connection shows; a throw is silence, after which the same question is asked again.
 */
export interface DepositChain {
  /** @returns undefined where the organization names no connection for the chain, or one that was disconnected */
  serving(organizationId: string, chain: string): Promise<DepositPlace | undefined>;
  head(connectionId: string): Promise<ChainHead>;
  /**
   * Final transfers to any of some addresses, in their order: all of a range or nothing. That one is missing here proves nothing.
   * Strangers can send thousands of small amounts to one address, which take longer to read than there is time. If a range throws
   * again and again, ask for fewer blocks, and at last for fewer addresses, so that one address keeps no other waiting.
   * @param range both blocks included and final; a thousand addresses at most, in lower case
   */
  transfers(
    token: DepositToken,
    range: { readonly addresses: readonly string[]; readonly fromBlock: number; readonly toBlock: number },
  ): Promise<DepositTransfer[]>;
  /**
   * A transaction as every node shows it, final or not. Until it is final a reorganization may take it back, or put it into another block.
   * @returns undefined where no node has it in a block. Nodes that do not agree yet throw
   */
  transaction(token: DepositToken, hash: string): Promise<MinedTransaction | undefined>;
  /**
   * What ever came to the addresses of these payouts by the last final block, in their order and in minor units: what they hold and what
   * was flushed. Unlike a list of transfers it hides nothing. Any number of payouts; a thousand take a few calls.
   * @param block another final block, of the last day: nodes have forgotten what was before
   */
  received(
    token: DepositToken,
    payoutIds: readonly string[],
    block?: number,
  ): Promise<{ readonly block: number; readonly amounts: readonly bigint[] }>;
  /**
   * What the treasuries would have of these payouts if they were flushed at the last final block, in their order and in minor units: what
   * was flushed, and what a flush would bring. It is less than was received where no treasury can take it, or where the token keeps a fee.
   * @param by a block that is final: an answer of before it throws
   */
  bankable(token: DepositToken, payoutIds: readonly string[], by?: number): Promise<readonly bigint[]>;
  /**
   * Whether a token is worth a dollar by its price feed, at the last final block.
   * @param by a block that is final: an answer of before it throws. Without it the answer may be half a minute old
   */
  worth(token: DepositToken, by?: number): Promise<TokenWorth>;
}
/**
 * `flushed`: nothing is left to do. `left`: worth less than its flush, or held back. `stuck`: no treasury would take it. `sent`: in a transaction that
 * is not final. `waiting`: to be sent.
 */
export type FlushStatus = 'flushed' | 'left' | 'stuck' | 'sent' | 'waiting';

/** The deposit of a payout. Amounts are in minor units of the token. */
export interface FlushedDeposit {
  readonly payoutId: string;
  /** What was flushed, by whomever. */
  readonly flushed: bigint;
  /** What the address still holds. */
  readonly held: bigint;
  readonly status: FlushStatus;
}

export interface FlushReport {
  /** In the order of the payouts, as of one final block. */
  readonly deposits: readonly FlushedDeposit[];
  /**
   * Why what is `waiting` does not get on: the connection is halted, the signer has too few coins, many transactions are open, or the connection has
   * no signer.
   */
  readonly hindrance?: 'halted' | 'poor' | 'full' | 'unsigned';
}

/** What is to be flushed. */
export interface FlushOrder {
  /** Each once, and fifty at most. */
  readonly payoutIds: readonly string[];
  /** Those of them that are only looked at: what they hold is `left`. */
  readonly heldBack?: ReadonlySet<string>;
}

/** Sends what deposit addresses hold to a treasury. */
export interface DepositFlusher {
  /**
   * One step, called again until nothing is `sent` or `waiting`. It sends nothing twice while a transaction is open, and also gets on with what
   * other calls for the same signer have left.
   * @returns undefined where another worker has the signer: ask again in some seconds
   * @throws Error where the nodes do not show what it takes: ask again later
   */
  flush(token: DepositToken, order: FlushOrder): Promise<FlushReport | undefined>;
}

/** An address that was given to a payout, as it is known where no restore of the payments table reaches. */
export interface DepositRecord {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly connectionId: string;
  readonly chain: string;
  readonly token: string;
  /** Of the token, with its checksum. */
  readonly contract: string;
  /** With its checksum. */
  readonly address: string;
  /** A final block before the payout. */
  readonly sinceBlock: number;
  /** What the payout is debited in: deposits are credited in it. */
  readonly currency: string;
}

/** The port that notes addresses. */
export interface DepositRecords {
  /** Before the commit that makes the payout, which may fail afterwards. Noting it again changes nothing. */
  note(record: DepositRecord): Promise<void>;
}

/** The port that lists the addresses that were noted. */
export interface NotedDeposits {
  /**
   * A page of what was noted since a time, in milliseconds; there may be more although a page has none.
   * @param page of the answer before
   */
  since(
    sinceMs: number,
    page?: string,
  ): Promise<{ readonly records: readonly DepositRecord[]; readonly next?: string | undefined }>;
  /** Whether a rail was perhaps sent the payout. */
  wasSent(payoutId: string): Promise<boolean>;
}
