import type { Address, Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TrialPlace } from '../../shared/ports/connections.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';
import { startTamperingNode, type Tamper, type TamperingNode } from './support/tampering-node.ts';

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

const settingsWith = (changes: object = {}) => connection.settings.parse({ ...chain.settings, ...changes });
const connect = (changes: object = {}, nodes = [chain.url, liar.url], place = here) =>
  connection.check(settingsWith(changes), { nodes }, place);
const tampering = (tamper: Tamper) => {
  liar.state.tamper = tamper;
  return connect();
};
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
const hashIn = (params: readonly unknown[]) => (params[1] as { readonly blockHash?: unknown } | undefined)?.blockHash;

describe('a chain', () => {
  test('is connected when every node shows the factory, its treasuries, the tokens and the proof', async () => {
    const [treasury, secondTreasury] = chain.treasuries;
    expect(await connect()).toEqual({
      accountId: `8453/${chain.settings.factory}`,
      account: {
        chainId: 8453,
        factory: chain.settings.factory,
        factoryCodeHash: hash,
        implementation: expect.stringMatching(/^0x/),
        implementationCodeHash: hash,
        treasury,
        secondTreasury,
      },
      details: {
        tokens: knownChains.base.tokens.map(({ name, contract }) => ({ name, contract, codeHash: hash })),
        feeds: [{ token: 'USDC', feed: chain.settings.feeds.USDC, price: '1.00000000' }],
      },
      hosts: [new URL(chain.url).host, new URL(liar.url).host],
    });
  });

  test('shows the same account each time', async () => {
    expect(await connect()).toEqual(await connect());
  });

  test('of another number is refused', async () => {
    const other = tampering(({ method }, answer) => (method === 'eth_chainId' ? '0x1' : answer));
    await expect(other).rejects.toThrow('is a node of chain 1, not 8453');
  });

  test('whose final block is hours old is refused', async () => {
    const later = { ...here, clock: () => Date.now() + 3 * 60 * 60 * 1000 };
    await expect(connect({}, [chain.url], later)).rejects.toThrow('has a final block of');
  });

  test('that gives contracts other addresses than Ethereum does is refused', async () => {
    const addressOf = '0xbb34534c';
    const elsewhere = `0x${'12'.repeat(20).padStart(64, '0')}`;
    liar.state.tamper = ({ params: [call] }, answer) =>
      (call as { readonly data?: string } | undefined)?.data?.startsWith(addressOf) ? elsewhere : answer;
    await expect(connect({}, [liar.url])).rejects.toThrow('other addresses than Ethereum');
  });
});

describe('a node', () => {
  test('that answers for a block that there is not is refused: it takes the newest one for any', async () => {
    liar.state.rewrite = (call) =>
      call.method === 'eth_call' ? { ...call, params: [call.params[0], 'latest'] } : call;
    await expect(connect()).rejects.toThrow('answers for a block that there is not');
  });

  test.each<[string, Tamper]>([
    ['code', ({ method }, answer) => (method === 'eth_getCode' ? '0x60' : answer)],
    ['final block', ({ method }, answer) => blockOf(method, answer, { hash: `0x${'ab'.repeat(32)}` })],
    ['receipts', ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer)],
  ])('that shows another %s than the others is refused', async (_what, tamper) => {
    await expect(tampering(tamper)).rejects.toThrow(/disagree|no balance/);
  });

  test('that keeps no state of a day ago is refused by name', async () => {
    const recent = Date.now() / 1000 - 60 * 60;
    const old = new Set<unknown>();
    liar.state.tamper = (_call, answer) => {
      const block = answer as { readonly hash?: unknown; readonly timestamp?: Hex } | null;
      if (block?.timestamp && Number(block.timestamp) < recent) old.add(block.hash);
      return answer;
    };
    liar.state.refuses = ({ method, params }) => method === 'eth_call' && old.has(hashIn(params));
    await expect(connect()).rejects.toThrow(`${new URL(liar.url).host} tells no balance at block`);
  });

  test('that runs no code for a contract that there is not is refused by name', async () => {
    const isRun = ([call]: readonly unknown[]) => !Object.hasOwn(call as object, 'to');
    liar.state.refuses = ({ method, params }) => method === 'eth_call' && isRun(params);
    await expect(connect()).rejects.toThrow(`${new URL(liar.url).host} runs no code in a call at block`);
    liar.state.refuses = () => false;
    liar.state.tamper = ({ method, params }, answer) => (method === 'eth_call' && isRun(params) ? '0x' : answer);
    await expect(connect()).rejects.toThrow(/runs no code in a call at block \d+: 0x$/);
  });

  test('is one of several companies, over TLS, but on this machine', async () => {
    const away = { ...here, loopback: false };
    const nodesOf = (...nodes: string[]) => connect({}, nodes, away);
    await expect(nodesOf(chain.url)).rejects.toThrow('no https URL');
    await expect(nodesOf('https://base.one.example')).rejects.toThrow('two nodes or more');
    await expect(nodesOf('https://a.one.example', 'https://b.one.example')).rejects.toThrow('another company');
    await expect(nodesOf('https://a.one.example', 'https://b.one.example.')).rejects.toThrow('another company');
  });

  test.each(['203.0.113.7', '[2001:db8::1]', 'localhost', '169.254.169.254', '0x7f.1'])(
    'is named by a domain, so that it is somebody’s: not by %s',
    async (host) => {
      const away = { ...here, loopback: false };
      const nodes = ['https://base.one.example', `https://${host}`];
      await expect(connect({}, nodes, away)).rejects.toThrow('a host with a domain');
    },
  );

  test('that answers for another block than it was asked for is refused, and not asked for ever', async () => {
    liar.state.tamper = ({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && String(params?.[0]).startsWith('0x')
        ? { ...(answer as object), number: '0x7' }
        : answer;
    await expect(connect()).rejects.toThrow('does not have block');
  });

  test('that is down is named without its key', async () => {
    const failed = await connect({}, ['http://127.0.0.1:9/v2/api-key']).catch((error: Error) => error.message);
    expect(failed).toMatch(/^127\.0\.0\.1:9 did not answer/);
  });
});

describe('what stands on a chain', () => {
  test('is the factory of this release and no other contract', async () => {
    await expect(connect({ factory: chain.accounts[5] })).rejects.toThrow('there is no contract');
    const [token] = knownChains.base.tokens;
    await expect(connect({ factory: token.contract })).rejects.toThrow('is not the DepositFactory');
  });

  test('is not the factory if one byte of it differs', async () => {
    const address: Address = chain.accounts[6] as Address;
    const code = (await chain.client.getCode({ address: chain.settings.factory })) as Hex;
    await chain.client.setCode({ address, bytecode: `${code.slice(0, -2)}ff` as Hex });
    await chain.finalize();
    await expect(connect({ factory: address })).rejects.toThrow('is not the DepositFactory');
  });

  test('is a token with six places', async () => {
    const decimals = '0x313ce567';
    const eighteen = `0x${'12'.padStart(64, '0')}`;
    liar.state.tamper = ({ params: [call] }, answer) =>
      (call as { readonly data?: string } | undefined)?.data === decimals ? eighteen : answer;
    await expect(connect({}, [liar.url])).rejects.toThrow('does not have 6 places');
  });

  test('is a treasury that has sent on what was flushed to it', async () => {
    const { flushed, returned } = chain.settings.proof;
    const never = `0x${'ab'.repeat(32)}`;
    const proven = (proof: object) => connect({ proof });
    await expect(proven({ flushed: returned, returned })).rejects.toThrow('flushed no token');
    await expect(proven({ flushed, returned: flushed })).rejects.toThrow('did not send the token on');
    await expect(proven({ flushed, returned: never })).rejects.toThrow('no node has a receipt');
  });
});

function blockOf(method: string, answer: unknown, changes: object): unknown {
  return method === 'eth_getBlockByNumber' && answer ? { ...answer, ...changes } : answer;
}
