import { type Hex, parseGwei, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leaseMs } from '../../shared/journal/due/claim-work.ts';
import { type SendingRules, sendingRules } from '../../shared/providers/evm/sending/rules.ts';
import { type Sent, sendTransactions } from '../../shared/providers/evm/sending/send-transactions.ts';
import { SignerLost } from '../../shared/providers/evm/sending/signer-claim.ts';
import type { ChainTransaction } from '../../shared/providers/evm/sending/transaction-row.ts';
import {
  type FlushableChain,
  type SendingPlace,
  startFlushableChain,
  startSendingPlace,
} from './support/sending-place.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';
import { wrapCalls } from './support/wrap-calls.ts';

let chain: FlushableChain;
let node: TamperingNode;
let honest: TamperingNode['state'];

beforeAll(async () => {
  chain = await startFlushableChain();
  node = await startTamperingNode(chain.url);
  honest = { ...node.state };
});

afterEach(async () => {
  Object.assign(node.state, honest);
  await forgetPool();
});

afterAll(async () => {
  node.stop();
  await chain.stop();
});

/** One step: asks for what is not under way, as every caller does. */
function step({ runtime, sender, account }: SendingPlace, ...purposes: string[]): Promise<Sent | undefined> {
  return sendTransactions(runtime, sender, async ({ open }) => {
    const underWay = new Set(open.flatMap((transaction) => transaction.purposes));
    const missing = purposes.filter((purpose) => !underWay.has(purpose));
    return { calls: missing.map((purpose) => ({ purposes: [purpose], to: account, data: '0x', gas: 0n })) };
  });
}

const newest = ({ versions }: ChainTransaction) => versions.at(-1) as ChainTransaction['versions'][number];
const isSend = ({ method }: { readonly method: string }) => method === 'eth_sendRawTransaction';
const sends = () => node.calls.filter(isSend).map(({ params }) => params[0] as Hex);
const place = (rules?: Partial<SendingRules>, nodes = [chain.url]) =>
  startSendingPlace(chain, { nodes, ...(rules && { rules }) });
const behindNode = () => place(undefined, [node.url]);

/** Signs by hand with the key of a place. */
async function sendByHand({ privateKey, account }: SendingPlace, nonce: number, gwei = '100'): Promise<Hex> {
  const fees = { maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei(gwei) };
  const by = privateKeyToAccount(privateKey);
  const chainId = chain.client.chain.id;
  const serializedTransaction = await by.signTransaction({
    chainId,
    type: 'eip1559',
    nonce,
    to: account,
    gas: 21_000n,
    ...fees,
  });
  return chain.client.sendRawTransaction({ serializedTransaction });
}

describe('a transaction', () => {
  test('is stored with its nonce and bytes before a node is told of it', async () => {
    const by = await place();
    let stored: ChainTransaction[] | undefined;
    const watched = by.sender.nodes.map((told) =>
      wrapCalls(told, async (name, call) => {
        if (name === 'send') stored ??= await by.rows();
        return call();
      }),
    );
    await step({ ...by, sender: { ...by.sender, nodes: watched } }, 'a');
    expect(stored).toMatchObject([
      { nonce: 0, purposes: ['a'], state: 'open', versions: [{ bytes: expect.any(String) }] },
    ]);
  });

  test('has the gas that it was given and what every one takes: nothing is estimated', async () => {
    const by = await behindNode();
    node.calls.length = 0;
    await step(by, 'a');
    expect(parseTransaction(sends()[0] as Hex).gas).toBe(by.sender.rules.baseGas);
    expect(node.calls.map(({ method }) => method)).not.toContain('eth_estimateGas');
  });

  test('is over once its block is final, and not before', async () => {
    const by = await place();
    await step(by, 'a');
    await chain.client.mine({ blocks: 1 });
    expect((await step(by))?.open).toHaveLength(1);
    await chain.finalize();
    expect((await step(by))?.open).toEqual([]);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded', ttl: expect.any(Number) }]);
  });

  test('that reverts is over, too', async () => {
    const by = await place();
    const call = { purposes: ['a'], to: chain.factory, data: '0x12345678' as const, gas: 0n };
    await sendTransactions(by.runtime, by.sender, async () => ({ calls: [call] }));
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'reverted' }]);
  });

  test('is broadcast again, the same bytes, when a reorganization has taken it out of its block', async () => {
    const by = await place();
    await step(by, 'a');
    await chain.client.mine({ blocks: 1 });
    await step(by);
    await chain.client.request({ method: 'anvil_reorg' as never, params: [1, []] as never });
    expect(await chain.client.getTransactionCount({ address: by.account })).toBe(0);
    await step(by);
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ versions: [{}], state: 'succeeded' }]);
  });

  test('waits behind as many as nodes keep, and follows when they are mined', async () => {
    const by = await place({ mostPending: 2 });
    expect(await step(by, 'a', 'b', 'c')).toMatchObject({ open: [{ nonce: 0 }, { nonce: 1 }], hindrance: 'full' });
    await chain.client.mine({ blocks: 1 });
    expect(await step(by, 'a', 'b', 'c')).toMatchObject({ open: [{ nonce: 0 }, { nonce: 1 }, { nonce: 2 }] });
  });
});

describe('a transaction that is not mined in time', () => {
  test('is signed again with the same nonce, and pays at least a tenth more each time', async () => {
    const by = await behindNode();
    node.state.refuses = strictPool();
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000n });
    await step(by, 'a');
    for (let round = 0; round < 6; round += 1) {
      by.advance(by.sender.rules.raiseAfterMs);
      await step(by);
    }
    const [{ versions, nonce }] = (await by.rows()) as [ChainTransaction];
    expect([nonce, versions.length]).toEqual([0, 7]);
    for (const [index, { maxFeePerGas, maxPriorityFeePerGas }] of versions.slice(1).entries()) {
      const before = versions[index] as (typeof versions)[number];
      expect(10n * maxFeePerGas).toBeGreaterThanOrEqual(11n * before.maxFeePerGas);
      expect(10n * maxPriorityFeePerGas).toBeGreaterThanOrEqual(11n * before.maxPriorityFeePerGas);
    }
    // A node with the rule of geth has taken every one, so the last is the one that is mined.
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded', minedHash: versions.at(-1)?.hash }]);
  });

  test('pays what the chain charges by then', async () => {
    const by = await place();
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('0.001') });
    await chain.client.mine({ blocks: 1 });
    await step(by, 'a');
    await forgetPool();
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('3') });
    await chain.client.mine({ blocks: 1 });
    await step(by);
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('3') });
    await chain.client.mine({ blocks: 1 });
    expect(await chain.client.getTransactionCount({ address: by.account })).toBe(0);
    by.advance(by.sender.rules.raiseAfterMs);
    await step(by);
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ versions: [{}, {}], state: 'succeeded' }]);
    await settleBaseFee();
  });

  test('is not raised far above what is paid now, which would not help', async () => {
    const by = await place();
    await step(by, 'a');
    for (let round = 0; round < 20; round += 1) {
      by.advance(by.sender.rules.raiseAfterMs);
      await step(by);
    }
    expect((await by.rows())[0]?.versions.length).toBeLessThan(16);
  });

  test('is not raised beyond what is ever paid', async () => {
    const by = await place({ fees: { ...sendingRules.base.fees, mostTip: 2_000_000n } });
    await step(by, 'a');
    for (let round = 0; round < 20; round += 1) {
      by.advance(by.sender.rules.raiseAfterMs);
      await step(by);
    }
    const [row] = (await by.rows()) as [ChainTransaction];
    expect(row.versions.length).toBeLessThan(10);
    expect(newest(row).maxPriorityFeePerGas).toBeLessThanOrEqual(2_000_000n);
  });
});

describe('a nonce that was used by hand', () => {
  test('ends what had it, and what it was for is sent with another one', async () => {
    const by = await place();
    await step(by, 'a');
    await sendByHand(by, 0);
    await chain.client.mine({ blocks: 1 });
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 0 }] });
    await chain.finalize();
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 1, purposes: ['a'] }] });
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'taken' }, { state: 'succeeded' }]);
  });

  test('before the first transaction is left out', async () => {
    const by = await place();
    await sendByHand(by, 0);
    await chain.finalize();
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 1 }] });
  });

  test('and is not final yet is given out all the same, so that none is ever left out', async () => {
    const by = await place();
    await sendByHand(by, 0);
    await chain.client.mine({ blocks: 1 });
    expect(await step(by, 'a', 'b')).toMatchObject({ open: [{ nonce: 0 }, { nonce: 1 }] });
    await chain.finalize();
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 2, purposes: ['a'] }] });
    await chain.finalize();
    await step(by);
    expect((await by.rows()).map(({ state }) => state)).toEqual(['taken', 'succeeded', 'succeeded']);
  });
});

describe('a signer without coins', () => {
  test('signs nothing, which is said, and goes on when it has some', async () => {
    const by = await place();
    await chain.client.setBalance({ address: by.account, value: 1n });
    expect(await step(by, 'a')).toEqual({ open: [], hindrance: 'poor' });
    expect(await by.rows()).toEqual([]);
    expect(by.log.lines).toMatchObject([{ level: 'error', message: 'a signer has too few coins' }]);
    await chain.client.setBalance({ address: by.account, value: 10n ** 18n });
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 0 }] });
  });

  test('sends as many as it can pay', async () => {
    const by = await place();
    const [{ versions: [{ maxFeePerGas = 0n } = {}] = [] } = {}] = (await step(by, 'a'))?.open ?? [];
    const cost = by.sender.rules.baseGas * maxFeePerGas;
    await chain.client.setBalance({ address: by.account, value: 2n * cost + cost / 2n });
    expect(await step(by, 'a', 'b', 'c')).toMatchObject({ open: [{ nonce: 0 }, { nonce: 1 }], hindrance: 'poor' });
  });

  test('that loses them later gets on when it has some again, and its fees have not risen meanwhile', async () => {
    const by = await place();
    await step(by, 'a');
    await forgetPool();
    await chain.client.setBalance({ address: by.account, value: 1n });
    for (let round = 0; round < 5; round += 1) {
      by.advance(by.sender.rules.raiseAfterMs);
      await step(by, 'a');
    }
    expect(await by.rows()).toMatchObject([{ versions: [{}], state: 'open' }]);
    await chain.client.setBalance({ address: by.account, value: 10n ** 18n });
    await step(by, 'a');
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('a node', () => {
  test('that takes a transaction and answers nothing makes no second one', async () => {
    const by = await behindNode();
    node.state.swallows = isSend;
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 0 }] });
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 0 }] });
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded', versions: [{}] }]);
  });

  test('that says that it took a transaction, and did not, is told again', async () => {
    const by = await behindNode();
    node.state.rewrite = (call) => (isSend(call) ? { method: 'eth_chainId', params: [] } : call);
    node.state.tamper = (call, answer) => (isSend(call) ? `0x${'12'.repeat(32)}` : answer);
    await step(by, 'a');
    Object.assign(node.state, honest);
    await step(by, 'a');
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded', versions: [{}] }]);
  });

  test('that is silent keeps nothing from being broadcast by the others, and nothing is over without it', async () => {
    const by = await place(undefined, [chain.url, node.url]);
    await step(by, 'a');
    await forgetPool();
    node.state.isSilent = true;
    await expect(step(by)).rejects.toThrow('did not answer');
    await chain.finalize();
    expect(await chain.client.getTransactionCount({ address: by.account })).toBe(1);
    await expect(step(by)).rejects.toThrow('did not answer');
    expect(await by.rows()).toMatchObject([{ state: 'open' }]);
    node.state.isSilent = false;
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded' }]);
  });

  test.each<[string, TamperingNode['state']['tamper']]>([
    ['hides the receipt', ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer)],
    ['counts another number', ({ method }, answer) => (method === 'eth_getTransactionCount' ? '0x9' : answer)],
  ])('that %s of a transaction makes it wait', async (_what, tamper) => {
    const by = await place(undefined, [chain.url, node.url]);
    await step(by, 'a');
    await chain.finalize();
    node.state.tamper = tamper;
    await expect(step(by)).rejects.toThrow('disagree');
    expect(await by.rows()).toMatchObject([{ state: 'open' }]);
    node.state.tamper = honest.tamper;
    await step(by);
    expect(await by.rows()).toMatchObject([{ state: 'succeeded' }]);
  });

  test('that invents fees makes nobody pay a tip of its choice', async () => {
    const by = await behindNode();
    const invented = {
      baseFeePerGas: ['0xffffffffffff', '0xffffffffffff'],
      reward: [['0xffffffffffff']],
      oldestBlock: '0x1',
    };
    node.state.tamper = ({ method }, answer) => (method === 'eth_feeHistory' ? invented : answer);
    await step(by, 'a');
    const [row] = (await by.rows()) as [ChainTransaction];
    const { mostTip, mostFee } = by.sender.rules.fees;
    expect(newest(row)).toMatchObject({ maxFeePerGas: mostFee, maxPriorityFeePerGas: mostTip });
  });
});

describe('a connection that is halted', () => {
  test('sends nothing, neither what is new nor what was begun, and what was begun is still found to be over', async () => {
    const by = await behindNode();
    by.halted.add('conn_1');
    node.calls.length = 0;
    expect(await step(by, 'a')).toEqual({ open: [], hindrance: 'halted' });
    by.halted.clear();
    await step(by, 'a');
    by.halted.add('conn_1');
    node.calls.length = 0;
    by.advance(by.sender.rules.raiseAfterMs);
    expect(await step(by, 'b')).toMatchObject({ open: [{ versions: [{}] }], hindrance: 'halted' });
    expect(sends()).toEqual([]);
    await chain.finalize();
    expect(await step(by)).toEqual({ open: [] });
  });

  test('is asked about each time something is broadcast, also after it was signed', async () => {
    const by = await behindNode();
    node.calls.length = 0;
    const { signer } = by.sender;
    const signing = {
      ...signer,
      async sign(hash: Hex) {
        by.halted.add('conn_1');
        return signer.sign(hash);
      },
    };
    await step({ ...by, sender: { ...by.sender, signer: signing } }, 'a');
    expect(sends()).toEqual([]);
    expect(await by.rows()).toHaveLength(1);
  });
});

describe('two workers', () => {
  test('at once: one of them has the signer', async () => {
    const by = await place();
    const atOnce = async (purpose: string) => {
      const answers = await Promise.all([step(by, purpose), step(by, purpose), step(by, purpose)]);
      return answers.filter((answer) => answer !== undefined).length;
    };
    expect([await atOnce('a'), await atOnce('b')]).toEqual([1, 1]);
    expect(await by.rows()).toHaveLength(2);
  });

  test('of which the first was too slow: it writes and sends nothing any more', async () => {
    const by = await behindNode();
    const { signer } = by.sender;
    const slow = {
      ...signer,
      async sign(hash: Hex) {
        by.advance(leaseMs);
        await step(by, 'a');
        return signer.sign(hash);
      },
    };
    await expect(step({ ...by, sender: { ...by.sender, signer: slow } }, 'b')).rejects.toThrow(SignerLost);
    expect(await by.rows()).toMatchObject([{ nonce: 0, purposes: ['a'] }]);
    expect(await step(by, 'a')).toMatchObject({ open: [{ nonce: 0 }] });
  });
});

describe('on a chain with a sequencer', () => {
  const { replaces, mostPending, raiseAfterMs } = sendingRules.arbitrum;
  const rollup = () => place({ replaces, mostPending, raiseAfterMs });

  test('one transaction at a time is sent, and the same bytes again', async () => {
    const by = await rollup();
    expect(await step(by, 'a', 'b')).toMatchObject({ open: [{ nonce: 0 }], hindrance: 'full' });
    await forgetPool();
    by.advance(10 * raiseAfterMs);
    await step(by, 'a', 'b');
    expect(await by.rows()).toMatchObject([{ versions: [{}] }]);
    await chain.client.mine({ blocks: 1 });
    expect(await step(by, 'a', 'b')).toMatchObject({ open: [{ nonce: 0 }, { nonce: 1 }] });
  });

  test('only what the chain cannot take for its fee is signed again', async () => {
    const by = await rollup();
    await step(by, 'a');
    await forgetPool();
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5') });
    await chain.client.mine({ blocks: 1 });
    by.advance(raiseAfterMs);
    await step(by, 'a');
    await chain.finalize();
    await step(by);
    expect(await by.rows()).toMatchObject([{ versions: [{}, {}], state: 'succeeded' }]);
    await settleBaseFee();
  });
});

/** The rule of geth and most others: both fees of a replacement are a tenth higher at least. anvil takes any that is higher at all. */
function strictPool(): TamperingNode['state']['refuses'] {
  const kept = new Map<number, { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }>();
  return (call) => {
    if (!isSend(call)) return false;
    const { nonce = 0, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(call.params[0] as Hex);
    const before = kept.get(nonce);
    const isEnough =
      !before ||
      (10n * maxFeePerGas >= 11n * before.maxFeePerGas &&
        10n * maxPriorityFeePerGas >= 11n * before.maxPriorityFeePerGas);
    if (isEnough) kept.set(nonce, { maxFeePerGas, maxPriorityFeePerGas });
    return !isEnough;
  };
}

/** Every node has forgotten what waits to be mined. */
async function forgetPool(): Promise<void> {
  await chain.client.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
}

async function settleBaseFee(): Promise<void> {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n });
  await chain.finalize();
}
