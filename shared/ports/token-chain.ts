import { Outage } from '../ground/errors/outage.ts';
import type { Ids } from '../ground/time/ids.ts';
import type { Organization } from '../identity/organization.ts';

/** The chain does not answer. What it has stays to be read. */
export class ChainSilent extends Outage {
  override readonly name = 'ChainSilent';
}

/** Asks a chain. @throws ChainSilent in place of whatever is thrown */
export async function chainAnswer<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ChainSilent('the chain does not answer', { cause });
  }
}

/** Block numbers of a chain. */
export interface ChainHead {
  readonly latest: number;
  /** The last block that no reorganization takes back. */
  readonly final: number;
  /** Where chains are reached by connections: the one that was asked. */
  readonly connectionId?: string;
}

/** A chain, as an organization reaches it. */
export interface ChainPlace {
  readonly organizationId: string;
  readonly chain: string;
  /** What was begun stays on its connection. Absent: the one on which the organization begins what is new. */
  readonly connectionId?: string | undefined;
}

/** Whether an organization takes a token on a chain. */
export type ServesToken = (
  organization: Pick<Organization, 'connections'>,
  taken: { readonly chain: string; readonly token: string },
) => boolean;

/** An address that takes a token, as an organization's chain knows it. */
export interface TokenAddress extends ChainPlace {
  readonly token: string;
  /** With its checksum (EIP-55). */
  readonly address: string;
}

/** Final logs in these blocks, both included. */
export interface TransferRange extends TokenAddress {
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** One final `Transfer` log of the token's own contract, in a transaction that succeeded. */
export interface TokenTransfer {
  /** Of the transaction: `0x` and 64 hexadecimal digits in lower case. */
  readonly hash: string;
  readonly logIndex: number;
  readonly block: number;
  /** Minor units of the token, six places. */
  readonly amount: bigint;
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
}

/** What somebody else would send, which only the sandbox can be asked for. */
export interface TestTransfers {
  /**
   * Sends tokens once for a key.
   * @param key tells repetitions of one request from other requests of the organization
   * @returns the transfer, which becomes final at `finalAt` (milliseconds); the first one where the key was used before
   */
  send(
    ids: Pick<Ids, 'token'>,
    transfer: TokenAddress & { readonly key: string; readonly amount: bigint },
  ): Promise<TokenTransfer & { readonly finalAt: number }>;
}

/**
 * The port to the chains on which buyers pay. Every function answers or throws within five seconds; a throw is silence,
 * after which the same question is asked again.
 */
export interface TokenChain {
  head(place: ChainPlace): Promise<ChainHead>;
  /** All of a range or nothing. A node that does not have the range's last block throws. */
  transfers(range: TransferRange): Promise<TokenTransfer[]>;
  /** Each organization has a chain of its own, and sees no transfer of another one's. True of the sandbox alone. */
  readonly isPerOrganization?: true;
  /** Absent where every organization takes every token. */
  readonly serves?: ServesToken;
  /** The sandbox's alone. */
  readonly testTransfers?: TestTransfers;
}
