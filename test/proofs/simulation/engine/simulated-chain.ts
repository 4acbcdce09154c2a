import type {
  ChainHead,
  ChainPlace,
  TokenAddress,
  TokenChain,
  TokenTransfer,
  TransferRange,
} from '../../../../shared/ports/token-chain.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

/** An address of a token, whoever watches it. */
export type Address = Omit<TokenAddress, 'organizationId'>;
export type Log = Address & TokenTransfer;

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
}

const blockMs = 2_000;
const finalAfter = 5;
/** So many blocks may a node be behind. */
const mostBehind = 20;

/**
 * One chain for all organizations, as a real one is: whoever registers an address sees what comes to it. Its nodes are out,
 * silent, and behind each other.
 */
export class SimulatedChain implements TokenChain {
  /** It is out as a whole. */
  isDown = false;
  /** Everything that was ever mined. */
  readonly logs: Log[] = [];
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  head({ chain }: ChainPlace): Promise<ChainHead> {
    return this.#answer(`names its head on ${chain}`, (head) => head);
  }

  transfers({ fromBlock, toBlock, ...to }: TransferRange): Promise<TokenTransfer[]> {
    return this.#answer(`lists what came to ${to.address} from ${fromBlock} to ${toBlock}`, ({ latest }) => {
      if (toBlock > latest) throw inject(new Error('the node does not have the last block of the range'));
      return this.logs
        .filter((log) => isSame(log, to) && log.block >= fromBlock && log.block <= toBlock)
        .map(({ hash, logIndex, block, amount, madeAt }) => ({ hash, logIndex, block, amount, madeAt }));
    });
  }

  /** Somebody sends tokens: they are in the next block. */
  send(to: Address, amount: bigint): Log {
    const { stage, dice } = this.#parts;
    const block = this.headNow().latest + 1;
    const { chain, token, address } = to;
    const hash = `0x${dice.bytes(32).toString('hex')}`;
    const log = { chain, token, address, hash, logIndex: 0, block, amount, madeAt: block * blockMs };
    this.logs.push(log);
    stage.tell(`${amount} ${token} come to ${address} in block ${block}`);
    return log;
  }

  headNow(): ChainHead {
    const latest = Math.floor(this.#parts.stage.now / blockMs);
    return { latest, final: latest - finalAfter };
  }

  async #answer<T>(what: string, act: (head: ChainHead) => T): Promise<T> {
    const { stage, faults, dice } = this.#parts;
    await stage.gate(`the chain ${what}`);
    if (this.isDown || faults.strikes('chainFails', what)) throw inject(new Error('the chain is out'));
    const { latest, final } = this.headNow();
    const behind = faults.strikes('chainBehind', what) ? 1 + dice.below(mostBehind) : 0;
    const answer = act({ latest: latest - behind, final: final - behind });
    await stage.gate('hears from the chain');
    return answer;
  }
}

export function isSame(one: Address, other: Address): boolean {
  return one.chain === other.chain && one.token === other.token && one.address === other.address;
}
