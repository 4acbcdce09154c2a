import { Outage } from '../ground/errors/outage.ts';
import type { Ids } from '../ground/time/ids.ts';
import type { Organization } from '../identity/organization.ts';

/** The chain does not answer, and must be read again later. */
export class ChainSilent extends Outage {
  override readonly name = 'ChainSilent';
}

/** Asks a chain. @throws ChainSilent in place of any other error */
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
  /** The last block that no reorganization can remove. */
  readonly final: number;
  /** The connection that was asked, if chains are reached through connections. */
  readonly connectionId?: string;
}

/** A chain, as an organization reaches it. */
export interface ChainPlace {
  readonly organizationId: string;
  readonly chain: string;
  /** Work in progress stays on its connection. If absent, the connection for the organization's new work is used. */
  readonly connectionId?: string | undefined;
}

/** Whether an organization accepts a token on a chain. */
export type ServesToken = (
  organization: Pick<Organization, 'connections'>,
  taken: { readonly chain: string; readonly token: string },
) => boolean;

/** An address that receives a token, on an organization's chain. */
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

/** One final `Transfer` log of the token's own contract, in a successful transaction. */
export interface TokenTransfer {
  /** The hash of the transaction: `0x` and 64 hexadecimal digits in lower case. */
  readonly hash: string;
  readonly logIndex: number;
  readonly block: number;
  /** Minor units of the token (six decimal places). */
  readonly amount: bigint;
  /** Milliseconds: the time of its block. */
  readonly madeAt: number;
}

/** Transfers from a third party, which only the sandbox can be asked to make. */
export interface TestTransfers {
  /**
   * Sends tokens once per key.
   * @param key distinguishes repetitions of one request from other requests of the organization
   * @returns the transfer, which becomes final at `finalAt` (milliseconds); the first one if the key was already used
   */
  send(
    ids: Pick<Ids, 'token'>,
    transfer: TokenAddress & { readonly key: string; readonly amount: bigint },
  ): Promise<TokenTransfer & { readonly finalAt: number }>;
}

/**
 * The port to the chains on which buyers pay. Every function answers or throws within five seconds. A throw counts as
 * silence, after which the same question is asked again.
 */
export interface TokenChain {
  head(place: ChainPlace): Promise<ChainHead>;
  /** All of a range or nothing. A node that does not have the range's last block throws. */
  transfers(range: TransferRange): Promise<TokenTransfer[]>;
  /** Each organization has its own chain and sees no transfers of other organizations. Only in the sandbox. */
  readonly isPerOrganization?: true;
  /** If absent, every organization accepts every token. */
  readonly serves?: ServesToken;
  /** Only in the sandbox. */
  readonly testTransfers?: TestTransfers;
}
