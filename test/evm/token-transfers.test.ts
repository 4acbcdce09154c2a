import { inspect } from 'node:util';
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../../shared/ground/network/guarded-fetch.ts';
import { EvmNode } from '../../shared/providers/evm/node.ts';
import { transfersTo } from '../../shared/providers/evm/token-transfers.ts';
import { Witnesses } from '../../shared/providers/evm/witnesses.ts';
import { type Chain, startChain } from './support/chain.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

const post = createGuardedFetch({ loopback: true });
const lower = (address: string) => address.toLowerCase() as Hex;

let chain: Chain;
let node: TamperingNode;
let token: Address;
let payer: Address;
let payee: Address;
let witnesses: Witnesses;

beforeAll(async () => {
  chain = await startChain('--slots-in-an-epoch', '1');
  token = await chain.deploy(chain.token('TestToken'));
  [, payer, payee] = chain.accounts as [Address, Address, Address];
  await chain.send({ to: token, abi: abi(), name: 'mint', args: [payer, 10n ** 12n] });
});

beforeEach(async () => {
  node = await startTamperingNode(chain.url);
  witnesses = new Witnesses([new EvmNode(chain.url, 2_000, post), new EvmNode(node.url, 500, post)]);
});

afterEach(() => node.stop());
afterAll(() => chain.stop());

const abi = () => chain.token('TestToken').abi;

/** Sends tokens, and makes as many blocks behind as finality takes. */
async function transfer(amount: bigint, to: Address = payee, of = token): Promise<Hex> {
  const { transactionHash } = await chain.send(
    { to: of, abi: abi(), name: 'transfer', args: [to, amount] },
    { from: payer },
  );
  await finalize();
  return transactionHash;
}

const finalize = () => chain.client.mine({ blocks: 3 });

async function read(from: number, addresses: readonly Address[] = [payee], of = token) {
  const { number: toBlock } = await witnesses.final();
  return transfersTo(witnesses, { contract: lower(of), addresses: addresses.map(lower), fromBlock: from, toBlock });
}

const here = async () => Number(await chain.client.getBlockNumber({ cacheTime: 0 })) + 1;

describe('a transfer', () => {
  test('is read with its place, sender, signer and time once it is final', async () => {
    const from = await here();
    const hash = await transfer(5_000_000n);
    const { number, timestamp } = await chain.client.getBlock({ blockNumber: BigInt(from) });
    expect(await read(from)).toEqual([
      {
        hash,
        logIndex: 0,
        block: Number(number),
        madeAt: Number(timestamp) * 1000,
        amount: 5_000_000n,
        from: lower(payer),
        to: lower(payee),
        signer: lower(payer),
      },
    ]);
  });

  test('is not told before it is final, and a range that ends later is refused', async () => {
    const from = await here();
    await chain.send({ to: token, abi: abi(), name: 'transfer', args: [payee, 5n] }, { from: payer });
    const { number: final } = await witnesses.final();
    expect(final).toBeLessThan(from);
    const range = { contract: lower(token), addresses: [lower(payee)], fromBlock: from, toBlock: from };
    await expect(transfersTo(witnesses, range)).rejects.toMatchObject({ name: 'NodeBehind' });
    await finalize();
    expect(await read(from)).toHaveLength(1);
  });

  test('of nothing, of another token, to somebody else, or in a transaction that failed is none', async () => {
    const from = await here();
    const other = await chain.deploy(chain.token('TestToken'));
    await chain.send({ to: other, abi: abi(), name: 'mint', args: [payer, 100n] });
    await transfer(0n);
    await transfer(9n, payee, other);
    await transfer(9n, chain.accounts[5] as Address);
    await chain.send({ to: token, abi: abi(), name: 'transfer', args: [payee, 10n ** 30n] }, { from: payer });
    await finalize();
    expect(await read(from)).toEqual([]);
  });

  test('of nothing is not looked at, and each block is read once', async () => {
    const from = await here();
    for (let time = 0; time < 5; time += 1) await transfer(0n);
    await chain.client.setAutomine(false);
    const call = {
      address: token,
      abi: abi(),
      functionName: 'transfer',
      args: [payee, 3n],
      account: payer,
      gas: 100_000n,
    };
    for (let time = 0; time < 4; time += 1) await chain.client.writeContract(call);
    await chain.client.setAutomine(true);
    await finalize();
    const { number: toBlock } = await witnesses.final();
    const before = node.calls.length;
    const range = { contract: lower(token), addresses: [lower(payee)], fromBlock: from, toBlock };
    expect(await transfersTo(witnesses, range)).toHaveLength(4);
    const asked = node.calls.slice(before).map(({ method }) => method);
    expect(asked.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(4);
    // The final block, by name and by number, and the block of the four.
    expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(3);
  });

  test('by a contract names whose tokens moved and who signed; several of one transaction keep their places', async () => {
    const from = await here();
    const sender = await chain.deploy(chain.token('Multisend'));
    await chain.send({ to: token, abi: abi(), name: 'mint', args: [sender, 100n] });
    const payees = [payee, chain.accounts[5], payee] as Address[];
    const { transactionHash: hash } = await chain.send({
      to: sender,
      abi: chain.token('Multisend').abi,
      name: 'send',
      args: [token, payees, [1n, 2n, 3n]],
    });
    await finalize();
    expect(await read(from)).toMatchObject([
      { hash, logIndex: 0, amount: 1n, from: lower(sender), signer: lower(chain.accounts[0] as Address) },
      { hash, logIndex: 2, amount: 3n },
    ]);
    const [, other] = payees as [Address, Address];
    expect(await read(from, [payee, other])).toMatchObject([{ amount: 1n }, { amount: 2n }, { amount: 3n }]);
  });

  test('is found among a thousand addresses', async () => {
    const from = await here();
    await transfer(7n);
    const others = Array.from({ length: 999 }, (_, i): Address => `0x${(i + 1).toString(16).padStart(40, '0')}`);
    expect(await read(from, [...others, payee])).toMatchObject([{ amount: 7n }]);
    await expect(read(from, [...others, payee, zeroAddress])).rejects.toThrow('1001 addresses');
  });
});

describe('of two nodes', () => {
  test('one that leaves a log out hides nothing', async () => {
    const from = await here();
    await transfer(5n);
    node.state.tamper = ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer);
    expect(await read(from)).toMatchObject([{ amount: 5n }]);
  });

  test('one that lists a transfer as one of nothing hides nothing', async () => {
    const from = await here();
    await transfer(5n);
    node.state.tamper = ({ method }, answer) =>
      method === 'eth_getLogs' ? (answer as object[]).map((log) => ({ ...log, data: `0x${'0'.repeat(64)}` })) : answer;
    expect(await read(from)).toMatchObject([{ amount: 5n }]);
  });

  test.each<[string, (receipt: Receipt) => unknown]>([
    ['another amount', (receipt) => withLog(receipt, { data: `0x${'f'.padStart(64, '0')}` })],
    ['another token', (receipt) => withLog(receipt, { address: zeroAddress })],
    ['that it failed', (receipt) => ({ ...receipt, status: '0x0' })],
    ['another block', (receipt) => ({ ...receipt, blockHash: `0x${'1'.repeat(64)}` })],
    ['an earlier block', (receipt) => ({ ...receipt, blockNumber: '0x1' })],
    ['no receipt', () => null],
    ['one log more', (receipt) => ({ ...receipt, logs: [...receipt.logs, receipt.logs[0]] })],
    ['another sender', (receipt) => ({ ...receipt, from: zeroAddress })],
  ])('one that says %s makes all wait, and says that they disagree', async (_what, lie) => {
    const from = await here();
    await transfer(5n);
    node.state.tamper = ({ method }, answer) =>
      method === 'eth_getTransactionReceipt' ? lie(answer as Receipt) : answer;
    await expect(read(from)).rejects.toMatchObject({ name: 'NodesDisagree' });
  });

  test('one that invents a log, or a block, is not believed', async () => {
    const from = await here();
    await transfer(5n);
    const invented = `0x${'ab'.repeat(32)}`;
    node.state.tamper = ({ method }, answer) =>
      method === 'eth_getLogs'
        ? [...(answer as object[]), { transactionHash: invented, blockNumber: '0x1', data: '0x01' }]
        : answer;
    await expect(read(from)).rejects.toMatchObject({ name: 'NodesDisagree' });
    node.state.tamper = ({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && params[0] !== 'finalized'
        ? { ...(answer as object), hash: invented }
        : answer;
    await expect(read(from)).rejects.toMatchObject({ name: 'NodesDisagree' });
  });

  test('one that is behind makes all wait; what is final to both is read', async () => {
    const from = await here();
    await transfer(5n);
    const { number: before } = await witnesses.final();
    node.state.tamper = ({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { ...(answer as object), number: `0x${(from - 1).toString(16)}` }
        : answer;
    expect((await witnesses.final()).number).toBe(from - 1);
    const range = { contract: lower(token), addresses: [lower(payee)], fromBlock: from, toBlock: before };
    await expect(transfersTo(witnesses, range)).rejects.toMatchObject({ name: 'NodeBehind' });
  });

  test.each<[string, (state: TamperingNode['state']) => void]>([
    ['is silent', (state) => (state.isSilent = true)],
    ['refuses everything', (state) => (state.refuses = () => true)],
    ['answers nonsense', (state) => (state.tamper = () => ({ number: 'soon' }))],
    ['answers a number that is none', (state) => (state.tamper = () => ({ number: `0x${'f'.repeat(64)}` }))],
    ['has no final block', (state) => (state.tamper = () => null)],
  ])('one that %s makes all wait', async (_what, change) => {
    change(node.state);
    await expect(witnesses.final()).rejects.toThrow();
  });

  test('one that refuses wide ranges is asked for narrower ones', async () => {
    const from = await here();
    await transfer(1n);
    await chain.client.mine({ blocks: 40 });
    await transfer(2n);
    node.state.refuses = ({ method, params }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 10;
    };
    expect(await read(from)).toMatchObject([{ amount: 1n }, { amount: 2n }]);
    node.state.refuses = ({ method }) => method === 'eth_getLogs';
    await expect(read(from)).rejects.toMatchObject({ name: 'NodeRefused' });
  });

  test('a balance is what both say at one block', async () => {
    const at = await witnesses.final();
    const data = encodeFunctionData({ abi: abi(), functionName: 'balanceOf', args: [payee] });
    const balance = await witnesses.call(lower(token), data, at);
    expect(BigInt(balance)).toBeGreaterThan(0n);
    node.state.tamper = ({ method }, answer) => (method === 'eth_call' ? `0x${'0'.repeat(64)}` : answer);
    await expect(witnesses.call(lower(token), data, at)).rejects.toMatchObject({ name: 'NodesDisagree' });
  });

  test('a balance of a block that is not canonical is not answered', async () => {
    const at = { ...(await witnesses.final()), hash: `0x${'2'.repeat(64)}` as Hex };
    await expect(witnesses.call(lower(token), '0x', at)).rejects.toMatchObject({ name: 'NodeRefused' });
  });
});

test('a chain without a node is a mistake', () => {
  expect(() => new Witnesses([])).toThrow('needs a node');
});

test('what follows the host of a node is in no error: it may be a key', async () => {
  const errorOf = (url: string) => new EvmNode(url, 500, post).block('latest').catch((thrown: Error) => thrown);
  const dead = await errorOf('http://127.0.0.1:9/v2/secretkey');
  expect(dead).toMatchObject({
    name: 'NodeFailed',
    message: '127.0.0.1:9 did not answer eth_getBlockByNumber: connection refused',
  });
  node.state.refuses = () => true;
  const refused = await errorOf(`${node.url}/v2/secretkey`);
  expect(refused).toMatchObject({ name: 'NodeRefused', message: expect.stringMatching(/: -32005$/) });
  for (const error of [dead, refused]) expect(inspect(error, { depth: 10 })).not.toContain('secretkey');
});

interface Receipt {
  readonly logs: readonly object[];
}

function withLog(receipt: Receipt, change: object): Receipt {
  return { ...receipt, logs: receipt.logs.map((log) => ({ ...log, ...change })) };
}
