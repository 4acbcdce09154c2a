import { type Hex, padHex, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DepositChain, DepositPlace, DepositToken } from '../../shared/ports/deposit-chain.ts';
import { type Connected, type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type Tamper, type TamperingNode } from './support/tampering-node.ts';

const invented = `0x${'ab'.repeat(32)}` as const;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (value: number): Hex => `0x${value.toString(16)}`;
const word = (value: number | Hex): Hex => padHex(typeof value === 'string' ? value : hex(value), { size: 32 });

let chains: DepositChains;
/** Each may lie; what none is told to is what the chain says. */
let nodes: readonly [TamperingNode, TamperingNode, TamperingNode];
let connected: Connected;
let token: DepositToken;
let deposits: DepositChain;
let place: DepositPlace;
let payouts = 0;
let payoutId: string;
let to: string;

beforeAll(async () => {
  chains = await startDepositChains();
});

beforeEach(async () => {
  nodes = [
    await startTamperingNode(chains.url),
    await startTamperingNode(chains.url),
    await startTamperingNode(chains.url),
  ];
  connected = await chains.connect(nodes.map(({ url }) => url));
  ({ token } = connected);
  deposits = connected.open();
  place = (await deposits.serving(connected.organizationId, 'base')) as DepositPlace;
  payouts += 1;
  payoutId = `po_${payouts}`;
  to = place.addressOf(payoutId);
});

afterEach(() => {
  for (const node of nodes) node.stop();
});

afterAll(() => chains.stop());

async function paid(amount = 5n): Promise<Hex> {
  const hash = await chains.pay([{ to, amount }]);
  await chains.finalize();
  return hash;
}

/** All that may be asked about a payout: each answer, or the name of the error in its place. */
async function everything(hash: Hex) {
  const { number } = await chains.client.getBlock({ blockTag: 'finalized' });
  const range = { addresses: [to.toLowerCase()], fromBlock: place.finalBlock, toBlock: Number(number) };
  const asked = {
    transfers: deposits.transfers(token, range),
    transaction: deposits.transaction(token, hash),
    received: deposits.received(token, [payoutId]).then(({ amounts }) => amounts[0]),
    bankable: deposits.bankable(token, [payoutId]).then(([amount]) => amount),
  };
  const answers = await Promise.all(
    Object.entries(asked).map(async ([question, answer]) => [question, await answer.catch(({ name }: Error) => name)]),
  );
  return Object.fromEntries(answers);
}

/** What one node says of a transfer that nobody has made, in a final block that nobody has mined, without contradicting itself. */
function invent({ state }: TamperingNode, number: number): void {
  const block = { number: hex(number), hash: invented, timestamp: '0x69000000' };
  const parties = { from: zeroAddress, transactionHash: invented };
  const log = { address: token.contract, topics: [transferTopic, word(zeroAddress), word(to as Hex)], data: word(9) };
  const mined = { blockHash: invented, blockNumber: hex(number) };
  // An honest node refuses what is asked of a block that it does not have.
  state.rewrite = ({ method, params }) => {
    if (method === 'eth_getLogs') return { method: 'eth_blockNumber', params: [] };
    return { method, params: method === 'eth_call' ? [params[0], 'latest'] : params };
  };
  state.tamper = ({ method, params: [asked] }, answer) => {
    if (method === 'eth_getBlockByNumber') return ['finalized', hex(number)].includes(`${asked}`) ? block : answer;
    if (method === 'eth_getLogs') return [{ ...mined, ...parties, data: log.data }];
    if (method === 'eth_getTransactionReceipt' && asked === invented)
      return { ...mined, ...parties, status: '0x1', logs: [log] };
    return method === 'eth_call' ? word(9) : answer;
  };
}

const inventedAnswers = {
  transfers: [{ hash: invented, amount: 9n }],
  transaction: { isFinal: true, transfers: [{ amount: 9n }] },
  received: 9n,
  // They answer nine to each question: what was flushed, and what a flush would bring.
  bankable: 18n,
};
const height = async () => Number(await chains.client.getBlockNumber({ cacheTime: 0 }));

describe('a transfer that nobody has made', () => {
  test('is believed where every node says so: they are of different companies', async () => {
    const number = (await height()) + 100;
    for (const node of nodes) invent(node, number);
    const told = await everything(invented);
    expect({ ...told, transfers: undefined }).toMatchObject({ ...inventedAnswers, transfers: undefined });
    const addresses = [to.toLowerCase()];
    const range = { addresses, fromBlock: number, toBlock: number };
    expect(await deposits.transfers(token, range)).toMatchObject(inventedAnswers.transfers);
  });

  test('is not believed where one of three invents it', async () => {
    invent(nodes[1], (await height()) + 100);
    expect(await everything(invented)).toEqual({
      transfers: 'NodeBehind',
      transaction: 'NodeBehind',
      received: 'NodesDisagree',
      bankable: 'NodesDisagree',
    });
  });

  test('is not believed where two of three invent it alike', async () => {
    const number = (await height()) + 100;
    for (const node of nodes.slice(1)) invent(node, number);
    expect(await everything(invented)).toEqual({
      transfers: 'NodeBehind',
      transaction: 'NodeBehind',
      received: 'NodesDisagree',
      bankable: 'NodesDisagree',
    });
  });

  test('is not believed where two of three invent it alike and the third one is silent', async () => {
    const number = (await height()) + 100;
    for (const node of nodes.slice(1)) invent(node, number);
    nodes[0].state.isSilent = true;
    const asked = performance.now();
    const nothing = {
      transfers: 'NodeFailed',
      transaction: 'NodeFailed',
      received: 'NodeFailed',
      bankable: 'NodeFailed',
    };
    expect(await everything(invented)).toEqual(nothing);
    expect(performance.now() - asked).toBeLessThan(10_000);
  });

  test('is not believed in a block that is not final, where one has it and others do not', async () => {
    invent(nodes[1], await height());
    expect(await deposits.transaction(token, `0x${'cd'.repeat(32)}`)).toBeUndefined();
    await expect(deposits.transaction(token, invented)).rejects.toMatchObject({ name: 'NodeBehind' });
  });
});

describe('a transfer that was made', () => {
  const honest = (hash: Hex) => ({
    transfers: [{ hash, amount: 5n }],
    transaction: { isFinal: true, transfers: [{ amount: 5n }] },
    received: 5n,
    bankable: 5n,
  });

  test('is told whole by nodes that do not lie', async () => {
    const hash = await paid();
    expect(await everything(hash)).toMatchObject(honest(hash));
  });

  test('is told though one list leaves it out, and adds up though all do', async () => {
    const hash = await paid();
    const leaveOut: Tamper = ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer);
    nodes[1].state.tamper = leaveOut;
    expect(await everything(hash)).toMatchObject(honest(hash));
    for (const { state } of nodes) state.tamper = leaveOut;
    expect(await everything(hash)).toMatchObject({ ...honest(hash), transfers: [] });
  });

  test.each<[string, Tamper, object]>([
    [
      'has no receipt',
      ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer),
      { transfers: 'NodesDisagree', transaction: 'NodesDisagree', received: 5n },
    ],
    [
      'says that it failed',
      ({ method }, answer) =>
        method === 'eth_getTransactionReceipt' ? { ...(answer as object), status: '0x0' } : answer,
      { transfers: 'NodesDisagree', transaction: 'NodesDisagree', received: 5n },
    ],
    [
      'says that nothing came',
      ({ method }, answer) => (method === 'eth_call' ? word(0) : answer),
      { transfers: [{ amount: 5n }], received: 'NodesDisagree', bankable: 'NodesDisagree' },
    ],
    [
      'answers with other words than it was asked for',
      ({ method }, answer) => (method === 'eth_call' ? '0x' : answer),
      { transfers: [{ amount: 5n }], received: 'NodesDisagree', bankable: 'NodesDisagree' },
    ],
    [
      'has other final blocks',
      ({ method }, answer) => (method === 'eth_getBlockByNumber' ? { ...(answer as object), hash: invented } : answer),
      {
        transfers: 'NodesDisagree',
        transaction: 'NodesDisagree',
        received: 'NodesDisagree',
        bankable: 'NodesDisagree',
      },
    ],
  ])('is not told where one node %s', async (_what, tamper, expected) => {
    const hash = await paid();
    nodes[1].state.tamper = tamper;
    expect(await everything(hash)).toMatchObject(expected);
  });

  test('is told though one node says that later blocks are final already', async () => {
    const hash = await paid();
    nodes[1].state.tamper = finalAt((await height()) + 1_000);
    expect(await everything(hash)).toMatchObject(honest(hash));
  });

  test('waits for a node that is behind', async () => {
    const { finalBlock } = place;
    const hash = await paid();
    nodes[1].state.tamper = finalAt(finalBlock);
    expect(await everything(hash)).toMatchObject({
      transfers: 'NodeBehind',
      transaction: { isFinal: false },
      received: 0n,
      bankable: 0n,
    });
  });

  test('is not final because one node says so', async () => {
    const hash = await chains.pay([{ to, amount: 5n }]);
    nodes[1].state.tamper = finalAt(await height());
    expect(await deposits.transaction(token, hash)).toMatchObject({ isFinal: false });
  });

  test('is not told where a node takes the newest block for the final one', async () => {
    const hash = await paid();
    await chains.pay([{ to, amount: 1n }]);
    expect(await everything(hash)).toMatchObject(honest(hash));
    nodes[1].state.rewrite = ({ method, params }) => ({
      method,
      params: method === 'eth_call' ? [params[0], 'latest'] : params,
    });
    expect(await everything(hash)).toMatchObject({ received: 'NodesDisagree', bankable: 'NodesDisagree' });
  });

  test('is not told as mined before every node has it in the same block', async () => {
    const hash = await chains.pay([{ to, amount: 5n }]);
    const asked = () => deposits.transaction(token, hash);
    expect(await asked()).toMatchObject({ isFinal: false, transfers: [{ amount: 5n }] });
    nodes[1].state.tamper = ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer);
    await expect(asked()).rejects.toMatchObject({ name: 'NodeBehind' });
    nodes[1].state.tamper = ({ method }, answer) =>
      method === 'eth_getTransactionReceipt' ? { ...(answer as object), blockHash: invented } : answer;
    await expect(asked()).rejects.toMatchObject({ name: 'NodeBehind' });
  });

  test('is not told from a block that has left the chain', async () => {
    const hash = await chains.pay([{ to, amount: 5n }]);
    for (const { state } of nodes)
      state.tamper = ({ method }, answer) =>
        method === 'eth_getTransactionReceipt' ? { ...(answer as object), blockHash: invented } : answer;
    await expect(deposits.transaction(token, hash)).rejects.toMatchObject({ name: 'NodeBehind' });
    await chains.finalize();
    await expect(deposits.transaction(token, hash)).rejects.toMatchObject({ name: 'NodesDisagree' });
  });

  test('is not told by another transaction’s receipt', async () => {
    await paid();
    const other = await chains.pay([{ to, amount: 7n }]);
    for (const { state } of nodes)
      state.rewrite = ({ method, params }) => ({
        method,
        params: method === 'eth_getTransactionReceipt' ? [other] : params,
      });
    await expect(deposits.transaction(token, invented)).rejects.toMatchObject({ name: 'NodesDisagree' });
  });

  test('is not taken for parked where nodes give less gas than its flush takes', async () => {
    const others = [1, 2, 3].map((number) => `${payoutId}_${number}`);
    const payments = [payoutId, ...others].map((id) => ({ to: place.addressOf(id), amount: 5n }));
    await chains.pay(payments);
    await chains.finalize();
    const asked = () => deposits.bankable(token, [payoutId, ...others]);
    expect(await asked()).toEqual([5n, 5n, 5n, 5n]);
    for (let gas = 200_000; gas <= 800_000; gas += 50_000) {
      for (const { state } of nodes) state.rewrite = withGas(gas);
      expect(await asked().catch(({ name }: Error) => name), `${gas}`).toSatisfy(isWholeOrRefused);
    }
  });

  test('is told by nobody while one node is silent, and nothing is begun that needs a final block', async () => {
    const hash = await paid();
    nodes[2].state.isSilent = true;
    const asked = performance.now();
    const [told, serving] = await Promise.all([
      everything(hash),
      connected
        .open()
        .serving(connected.organizationId, 'base')
        .catch(({ name }: Error) => name),
    ]);
    const nothing = {
      transfers: 'NodeFailed',
      transaction: 'NodeFailed',
      received: 'NodeFailed',
      bankable: 'NodeFailed',
    };
    expect([told, serving]).toEqual([nothing, 'NodeFailed']);
    expect(performance.now() - asked).toBeLessThan(10_000);
  });
});

/** A node that counts blocks until this one as final. */
function finalAt(number: number): Tamper {
  return ({ method, params: [asked] }, answer) =>
    method === 'eth_getBlockByNumber' && asked === 'finalized'
      ? { ...(answer as object), number: hex(number) }
      : answer;
}

/** Gives a call less gas than it asks for. */
function withGas(gas: number): TamperingNode['state']['rewrite'] {
  return ({ method, params: [call, ...others] }) => ({
    method,
    params: method === 'eth_call' ? [{ ...(call as object), gas: hex(gas) }, ...others] : [call, ...others],
  });
}

function isWholeOrRefused(answer: unknown): boolean {
  return answer === 'NodeRefused' || (Array.isArray(answer) && answer.every((amount) => amount === 5n));
}
