import type { Hex } from 'viem';
import * as z from 'zod';
import { ConnectionRouter, type Reaching } from '../../../connections/router.ts';
import type { Reach } from '../../../ground/network/guarded-agents.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Clock } from '../../../ground/time/clock.ts';
import { type ConnectionSecrets, chainSlot, vaultSlot } from '../../../ports/connections.ts';
import { reachingNodes } from '../connection/reach-nodes.ts';
import { answerInTime } from '../deposits/answer-in-time.ts';
import { Witnesses } from '../witnesses.ts';

/** Finds and opens connections, and defines the allowed locations of their nodes. */
export interface WalletsPlace extends Reach {
  readonly store: Pick<Store, 'get'>;
  readonly clock: Clock;
  readonly secrets: ConnectionSecrets;
}

/** Milliseconds for one answer of a node, and for all answers. Screening also has to fit into a request. */
const patienceMs = 2_000;
const longestMs = 5_000;

const Credentials = z.object({ nodes: z.array(z.string()) });

function reaching(provider: string, reach: Reach): Reaching<Witnesses> {
  const nodesAt = reachingNodes(reach);
  return {
    provider,
    reach: (_settings, credentials) =>
      new Witnesses(nodesAt(Credentials.parse(JSON.parse(credentials)).nodes, patienceMs)),
  };
}

/** By slot. */
type Connections = Readonly<Record<string, string>>;

/**
 * The chains on which an address has code, among those for which an organization has connections, as shown by every
 * node of each connection at a final block. A delegation (EIP-7702) does not count as code, because the owner still has
 * the key.
 */
export class WalletCodes {
  readonly #vaults: ConnectionRouter<Witnesses>;
  readonly #chains: ConnectionRouter<Witnesses>;

  constructor(place: WalletsPlace) {
    this.#vaults = new ConnectionRouter(place, reaching('evm-vault', place));
    this.#chains = new ConnectionRouter(place, reaching('evm', place));
  }

  /**
   * Whether a contract has the address on another chain and no code is at the address on its own chain.
   * @throws Error if nodes do not answer or disagree
   */
  isElsewhere(connections: Connections, chain: string, address: string): Promise<boolean> {
    return answerInTime(async (limit) => {
      const asked = { connections, address: address.toLowerCase() as Hex, limit };
      if (await this.#hasCode(asked, chain)) return false;
      const others = [...chainsIn(connections)].filter((other) => other !== chain);
      const found = await Promise.all(others.map((other) => this.#hasCode(asked, other)));
      return found.includes(true);
    }, longestMs);
  }

  async #hasCode(
    { connections, address, limit }: { connections: Connections; address: Hex; limit: AbortSignal },
    chain: string,
  ): Promise<boolean> {
    const [vault, read] = [vaultSlot(chain), chainSlot(chain)];
    const [router, slot] = Object.hasOwn(connections, vault) ? [this.#vaults, vault] : [this.#chains, read];
    const connectionId = connections[slot];
    if (connectionId === undefined) throw new Error(`the organization has no connection for ${chain}`);
    const { account } = await router.begunOn(connectionId, slot);
    const witnesses = account.until(limit);
    const code = await witnesses.code(address, await witnesses.final());
    return code !== '0x' && !/^0xef0100[0-9a-f]{40}$/.test(code);
  }
}

function chainsIn(connections: Connections): ReadonlySet<string> {
  const chains = Object.keys(connections).flatMap((slot) => /^(?:chain|vault)\/(.+)$/.exec(slot)?.[1] ?? []);
  return new Set(chains);
}
