import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { storedItems } from '../support/answers.ts';
import { agreed } from '../support/connections.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { performed } from '../support/operations.ts';
import { connectChain, secrets } from './support/connect-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

let chains: DepositChains;
let node: TamperingNode;
let scene: FundingScene;
let connectionId: string;
let payout: { readonly payoutId: string };
let to: string;

const place = { clock: Date.now, loopback: true };
const minuteMs = 60_000;
const hour = 3_600n;

beforeAll(async () => {
  chains = await startDepositChains();
  node = await startTamperingNode(chains.url);
});

/** A service that reads the chain through two nodes, and a payout of 100 dollars. */
beforeEach(async () => {
  scene = await FundingScene.start({ connections: connectionTrials(secrets, place, connectionKinds) });
  const { store } = scene.service.runtime;
  Object.assign(scene.service.runtime, { deposits: lateDeposits({ ...place, store, secrets }) });
  scene.service.clock.now = Date.now();
  connectionId = await connectChain(scene.service, chains, [chains.url, node.url]);
  await scene.change(scene.of, { connections: { 'chain/base': connectionId } });
  payout = await scene.payout();
  to = (await scene.get(`/payouts/${payout.payoutId}/funding`)).address;
});

afterEach(async () => {
  Object.assign(node.state, {
    isSilent: false,
    refuses: () => false,
    tamper: (_call: unknown, answer: unknown) => answer,
  });
  await chains.silencePrice(false);
  await chains.price(100_000_000n);
});

afterAll(async () => {
  node.stop();
  await chains.stop();
});

async function pay(): Promise<void> {
  await chains.pay([{ to, amount: 100_000_000n }]);
  await chains.finalize();
}

const pauses = async () =>
  (await storedItems(scene.service, 'tokenPause')).map(({ token, pausedAt, reason }) => [token, pausedAt && reason]);
const shown = async () => {
  const { status, funding } = await scene.read(payout);
  return [status, funding.status];
};
const resume = () => agreed(scene.service, { do: 'resume-token', connectionId, token: 'USDC', reason: 'as agreed' });

describe('a token is paused by its price feed', () => {
  test.each<[string, bigint, bigint, string]>([
    ['at 0.98', 98_000_000n, 0n, 'the price feed says 0.98000000 dollars'],
    ['just under 0.99', 98_999_999n, 0n, 'the price feed says 0.98999999 dollars'],
    ['at nothing', 0n, 0n, 'the price feed says 0.00000000 dollars'],
    ['below nothing', -100_000_000n, 0n, 'the price feed says -1.00000000 dollars'],
    ['at the price of something else', 300_000_000_000n, 0n, 'the price feed says 3000.00000000 dollars'],
    ['at its largest', 2n ** 255n - 1n, 0n, expect.stringMatching(/says \d{60,}\.\d{8} dollars/)],
    ['after 26 hours', 100_000_000n, 26n * hour, "the price feed's last price is 26 hours old"],
  ])('%s', async (_name, price, age, reason) => {
    await chains.price(price, age);
    await pay();
    await scene.passes(10_000);
    expect(await pauses()).toEqual([['USDC', reason]]);
    expect(await shown()).toEqual(['pending', 'confirming']);
    expect(scene.rail.calls).toEqual([]);
    expect(scene.log.lines.filter(({ TokenPaused }) => TokenPaused === 1)).toHaveLength(1);
  });

  test('that reverts, and stays paused when it recovers, until two operators resume it', async () => {
    await chains.silencePrice(true);
    await pay();
    await scene.passes(10_000);
    expect(await pauses()).toEqual([['USDC', expect.stringContaining('does not answer')]]);
    await chains.silencePrice(false);
    await scene.passes(20 * minuteMs);
    expect(await shown()).toEqual(['pending', 'confirming']);
    expect(await performed(scene.service, 'connections', { do: 'check', connectionId })).toMatchObject({
      findings: [expect.stringContaining('USDC is paused')],
    });
    await resume();
    await scene.passes(6 * minuteMs);
    expect(await shown()).toEqual(['completed', 'funded']);
  });

  test('again, where operators resume it too early', async () => {
    await chains.price(98_000_000n);
    await pay();
    await scene.passes(10_000);
    await resume();
    await scene.passes(6 * minuteMs);
    expect(await pauses()).toEqual([['USDC', 'the price feed says 0.98000000 dollars']]);
    expect(await shown()).toEqual(['pending', 'confirming']);
  });
});

describe('a token is not paused', () => {
  test.each<[string, bigint, bigint]>([
    ['at exactly 0.99', 99_000_000n, 0n],
    ['after 24 hours, when feeds are written at the latest', 100_000_000n, 24n * hour],
    ['at 1.02', 102_000_000n, 0n],
  ])('%s', async (_name, price, age) => {
    await chains.price(price, age);
    await pay();
    await scene.passes(10_000);
    expect(await shown()).toEqual(['completed', 'funded']);
    expect(await pauses()).toEqual([]);
  });

  test.each<[string, (state: TamperingNode['state']) => void]>([
    ['lies', (state) => Object.assign(state, { tamper: lying })],
    ['refuses to answer', (state) => Object.assign(state, { refuses: isPrice })],
  ])('while one node %s: the money waits, and is found when it does not any more', async (_name, break_) => {
    await pay();
    break_(node.state);
    await scene.passes(10_000);
    expect([await pauses(), await shown()]).toEqual([[], ['pending', 'waiting']]);
    Object.assign(node.state, { tamper: (_call: unknown, answer: unknown) => answer, refuses: () => false });
    await scene.passes(10 * minuteMs);
    expect(await shown()).toEqual(['completed', 'funded']);
  });
});

/** Whether a node is asked for a price: by code that names the feed. */
function isPrice({ method, params }: { readonly method: string; readonly params: readonly unknown[] }): boolean {
  const { data = '' } = (params[0] ?? {}) as { readonly data?: string };
  return method === 'eth_call' && data.endsWith(chains.settings.feeds.USDC.slice(2).toLowerCase());
}

/** One that would have another token paused. */
function lying(call: Parameters<typeof isPrice>[0], answer: unknown): unknown {
  const ninetyEight = 98_000_000n.toString(16).padStart(64, '0');
  return isPrice(call) ? String(answer).replace(/^(0x.{64}).{64}/, `$1${ninetyEight}`) : answer;
}

describe('connecting a chain', () => {
  const connection = chainConnection(knownChains);
  const nodes = () => ({ nodes: [chains.url] });
  const connect = (changes: object) =>
    connection.check(connection.settings.parse({ ...chains.settings, ...changes }), nodes(), place);

  test.each<[string, () => object, string]>([
    ['no feed', () => ({ feeds: undefined }), 'USDC has no price feed'],
    ['no feed of the token', () => ({ feeds: {} }), 'USDC has no price feed'],
    ['a feed without a contract', () => ({ feeds: { USDC: nobody } }), `there is no contract at ${nobody}`],
    ['a contract that is no feed', () => ({ feeds: { USDC: chains.settings.factory } }), 'does not answer'],
    [
      'a feed of another token',
      () => ({ feeds: { ...chains.settings.feeds, USDbC: nobody } }),
      'no payout is funded in USDbC',
    ],
  ])('is refused with %s', async (_name, changes, why) => {
    await expect(connect(changes())).rejects.toThrow(why);
  });

  test('is refused with a stale feed, and check-connection tells of one', async () => {
    await chains.price(100_000_000n, 26n * hour);
    await expect(connect({})).rejects.toThrow('26 hours old');
    expect(await performed(scene.service, 'connections', { do: 'check', connectionId })).toMatchObject({
      findings: [expect.stringContaining('26 hours old')],
    });
  });

  test('of an earlier release goes on, and check-connection says that it has no feed', async () => {
    const { feeds: _, ...settings } = chains.settings;
    const first = await connect({});
    const known = { account: first.account, details: { tokens: first.details.tokens } };
    const again = await connection.check(connection.settings.parse(settings), nodes(), place, known);
    expect(again.findings).toEqual(['USDC has no price feed: nothing pauses it by itself']);
  });
});

const nobody = getAddress(`0x${'ab'.repeat(20)}`);
