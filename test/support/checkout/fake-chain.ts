import { randomBytes } from 'node:crypto';
import type { Rails } from '../../../shared/ports/runtime.ts';
import type { TokenAddress, TokenChain, TokenTransfer, TransferRange } from '../../../shared/ports/token-chain.ts';
import { acquirerWithoutMemory } from '../../../shared/providers/sandbox/rails-without-memory.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';

type To = Omit<TokenAddress, 'organizationId'>;

/** One chain that all organizations see, as a real one is; a test mines its blocks. */
export class FakeChain {
  latest = 1_000;
  /** How many of the latest blocks are not final. */
  behind = 0;
  isSilent = false;
  /** The connection that it is read by, as live organizations have one. */
  connectionId: string | undefined;
  /** Called with each question for transfers, before it is answered. */
  onAsked: (range: TransferRange) => void = () => {};
  readonly #logs: (TokenTransfer & To)[] = [];

  /** Puts a transfer into the next block, unless another is named. */
  mine({ chain, token, address }: To, amount: bigint, madeAt: number, change: Partial<TokenTransfer> = {}) {
    this.latest += 1;
    const hash = `0x${randomBytes(32).toString('hex')}`;
    const log = { chain, token, address, hash, logIndex: 3, block: this.latest, amount, madeAt, ...change };
    this.#logs.push(log);
    return log;
  }

  /** For `overrides` of a service. */
  get rails(): () => Rails {
    return () => ({ ...sandboxRails, acquirer: acquirerWithoutMemory, chain: this.#port });
  }

  get #port(): TokenChain {
    return {
      head: async () => {
        this.#refuseWhileSilent();
        const by = this.connectionId !== undefined && { connectionId: this.connectionId };
        return { latest: this.latest, final: this.latest - this.behind, ...by };
      },
      transfers: async (range) => {
        this.onAsked(range);
        this.#refuseWhileSilent();
        if (range.toBlock > this.latest - this.behind) throw new Error('asked for blocks that are not final');
        return this.#logs.filter(
          ({ chain, token, address, block }) =>
            chain === range.chain &&
            token === range.token &&
            address === range.address &&
            block >= range.fromBlock &&
            block <= range.toBlock,
        );
      },
    };
  }

  #refuseWhileSilent(): void {
    if (this.isSilent) throw new Error('the node cannot be reached');
  }
}
