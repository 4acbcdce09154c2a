import { type Address, type Hex, keccak256 } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { KnownAccount, TrialPlace } from '../../shared/ports/connections.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import type { SeenToken } from '../../shared/providers/evm/connection/see-tokens.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

let chain: ConnectableChain;
let liar: TamperingNode;
let honest: TamperingNode['state'];
const connection = chainConnection(knownChains);
const here: TrialPlace = { clock: Date.now, loopback: true };

beforeAll(async () => {
  chain = await startConnectableChain();
  liar = await startTamperingNode(chain.url);
  honest = { ...liar.state };
});

afterEach(() => {
  Object.assign(liar.state, honest);
});

afterAll(async () => {
  liar.stop();
  await chain.stop();
});

describe('a chain that was connected before', () => {
  let known: KnownAccount;

  const connect = (before?: KnownAccount) =>
    connection.check(connection.settings.parse(chain.settings), { nodes: [chain.url, liar.url] }, here, before);
  const again = (changes: Partial<KnownAccount> = {}) => connect({ ...known, ...changes });

  beforeAll(async () => {
    known = await connect();
  });

  /** Puts other code at an address while something is tried. */
  async function withCode(address: Address, bytecode: Hex, tried: () => Promise<void>): Promise<void> {
    const code = (await chain.client.getCode({ address })) as Hex;
    await chain.client.setCode({ address, bytecode });
    await chain.finalize();
    await tried();
    await chain.client.setCode({ address, bytecode: code });
    await chain.finalize();
  }

  test('shows the same account, and nothing that has changed', async () => {
    expect(await again()).toMatchObject({ account: known.account, findings: [], notes: [] });
  });

  test('stays the same account for a release that knows other tokens: they are noted', async () => {
    const [first, ...others] = known.details.tokens as SeenToken[];
    const retired: SeenToken = { name: 'OLD', contract: chain.accounts[4] as Address, codeHash: `0x${'1'.repeat(64)}` };
    expect(await again({ details: { tokens: [retired, ...others] } })).toMatchObject({
      account: known.account,
      findings: [],
      notes: [
        `this release reads another token: ${first?.name} at ${first?.contract}`,
        `this release does not read OLD at ${retired.contract}`,
      ],
    });
  });

  test('keeps a factory of an earlier release, whatever this one compiles, while a new one is of this release', async () => {
    const { factory, implementation } = known.account as {
      readonly factory: Address;
      readonly implementation: Address;
    };
    await withCode(factory, '0x60016002', () =>
      withCode(implementation, '0x6003', async () => {
        const hashes = { factoryCodeHash: keccak256('0x60016002'), implementationCodeHash: keccak256('0x6003') };
        const account = { ...known.account, ...hashes };
        expect(await again({ account })).toMatchObject({ account });
        await expect(connect()).rejects.toThrow('is not the DepositFactory of this release');
      }),
    );
  });

  test.each(['factory', 'implementation'] as const)('is refused where another %s stands there', async (name) => {
    const address = known.account[name] as Address;
    for (const code of ['0x60', '0x'] as const) {
      const sentence =
        code === '0x' ? `there is no contract at ${address}` : `${address} is not the one that was connected`;
      await withCode(address, code, async () => await expect(again()).rejects.toThrow(sentence));
    }
  });

  test('is reached through nodes that still have the receipts of its proof', async () => {
    liar.state.tamper = ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer);
    await expect(again()).rejects.toThrow('disagree on the receipt');
  });

  test('is found to have a token with other code, or none, and is the same account all the same', async () => {
    const [first, second] = knownChains.base.tokens;
    const code = (await chain.client.getCode({ address: first.contract })) as Hex;
    await withCode(first.contract, `${code}00`, () =>
      withCode(second.contract, '0x', async () => {
        expect(await again()).toMatchObject({
          account: known.account,
          findings: [
            `${first.name} at ${first.contract} has other code than before`,
            `there is no ${second.name} at ${second.contract}`,
          ],
        });
      }),
    );
  });
});
