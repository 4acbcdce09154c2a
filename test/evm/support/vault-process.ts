import type { Address, Hex } from 'viem';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { reachingNodes } from '../../../shared/providers/evm/connection/reach-nodes.ts';
import type { EvmNode } from '../../../shared/providers/evm/node.ts';
import { sendingRules } from '../../../shared/providers/evm/sending/rules.ts';
import { fileSigner } from '../../../shared/providers/evm/signer/key-file.ts';
import { OpenPayments } from '../../../shared/providers/evm/vault/paying/open-payments.ts';
import { payWallets } from '../../../shared/providers/evm/vault/paying/pay-wallets.ts';
import { VaultBooks } from '../../../shared/providers/evm/vault/paying/vault-books.ts';
import { Witnesses } from '../../../shared/providers/evm/witnesses.ts';
import { vaultRail } from '../../../shared/providers/vault/vault-rail.ts';
import { type Intercept, wrap } from '../../support/faults.ts';
import type { VaultPlace } from './vault-place.ts';
import { wrapCalls } from './wrap-calls.ts';

/** What a process has in place of the service's own parts: a deliberate fault. */
export interface Replaced {
  readonly payments?: typeof OpenPayments;
  /** Only the last of the nodes is asked. */
  readonly lastNodeAlone?: boolean;
}

/** Whether the last node lies: it shows nothing as paid, and says that the vault would refuse every payee. */
export interface Liar {
  isLying: boolean;
}

function lying(node: EvmNode, liar: Liar): EvmNode {
  return new Proxy(node, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const answer: unknown = await value.apply(target, args);
        if (!liar.isLying) return answer;
        if (name === 'reverts') return !String(args[2]).includes('5'.repeat(40));
        return name === 'run' ? nothingPaid(answer as Hex) : answer;
      };
    },
  });
}

/** The state of a vault and one token, four words, with no key that is paid. */
function nothingPaid(words: Hex): Hex {
  const state = 2 + 4 * 64;
  return `${words.slice(0, state)}${'0'.repeat(Math.max(0, words.length - state))}` as Hex;
}

/** The rail and the worker of one process, whose calls to tables, nodes and signer go through `intercept`. */
export function vaultProcess(
  place: VaultPlace,
  intercept: Intercept,
  { payments: Payments = OpenPayments, lastNodeAlone = false }: Replaced = {},
  liar: Liar = { isLying: false },
) {
  const { chain, connectionId, vault, service } = place;
  const around = (name: string, call: () => Promise<unknown>) => intercept({ name, input: {} }, call);
  const { ids, sleep } = service.runtime;
  const { client, tableName } = place.store;
  const store = createStore({ client: wrap(client, intercept), tableName });
  const memory = createStore({ ...place.memory, client: wrap(place.memory.client, intercept) });
  const reached = reachingNodes({ loopback: true })(place.nodes, 2_000).map((node) => wrapCalls(node, around));
  const all = reached.map((node, index) => (index === reached.length - 1 ? lying(node, liar) : node));
  const nodes = lastNodeAlone ? all.slice(-1) : all;
  const rail = vaultRail({ store, memory, ids, sleep, chains: chain.chains });
  const witnesses = new Witnesses(nodes);
  const sender = {
    connectionId,
    chainId: chain.client.chain.id,
    nodes,
    witnesses,
    signer: wrapCalls(fileSigner(place.keyFile), around),
    rules: sendingRules.base,
  };
  const runtime = { store, ids, sleep, log: place.log.log, clock: chain.now, isHalted: async () => false };
  const beganAt = async () => 0;
  const books = new VaultBooks({ ...runtime, memory, connectionId, vault, witnesses, beganAt });
  return {
    submit: (key: string, to: Address) => rail.submit(place.instruction(key, { to }), chain.now()),
    status: (key: string, to: Address) => rail.status(place.instruction(key, { to }), chain.now()),
    step: () =>
      payWallets(
        runtime,
        { sender, vault },
        { payments: new Payments({ memory, ids, sleep, clock: chain.now }, connectionId), books, laterThan: 0 },
      ),
  };
}

export type VaultProcess = ReturnType<typeof vaultProcess>;
