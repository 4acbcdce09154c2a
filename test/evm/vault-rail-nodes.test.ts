import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';
import { inToken, newPayee, startVaultChain, type VaultChain, VaultPlace } from './support/vault-place.ts';

const minuteMs = 60_000;

let chain: VaultChain;
let liar: TamperingNode;
let honest: TamperingNode['state'];
let place: VaultPlace;
let payee: ReturnType<typeof newPayee>;
let payees = 0;

beforeAll(async () => {
  chain = await startVaultChain();
  liar = await startTamperingNode(chain.url);
  honest = { ...liar.state };
});

afterAll(async () => {
  liar.stop();
  await chain.stop();
});

beforeEach(async () => {
  payees += 1;
  payee = newPayee(payees);
  place = await VaultPlace.start(chain, { nodes: [chain.url, liar.url] });
  await place.submit('payout_1', { to: payee });
});

afterEach(() => {
  Object.assign(liar.state, honest);
  place.stop();
});

const status = async () => (await place.status('payout_1')).status;

/** The word that says whether the only key was paid: the last one that the vault's state has. */
const saysOfKey = (isPaid: boolean): TamperingNode['state']['tamper'] => {
  const word = (isPaid ? '1' : '0').padStart(64, '0');
  return ({ method, params: [call] }, answer) => {
    const isState = method === 'eth_call' && !(call as { to?: string }).to;
    return isState ? `${answer}`.slice(0, -64) + word : answer;
  };
};

/** Steps on as time passes, whatever the nodes say. */
async function goOn(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await place.step().catch(() => undefined);
    await chain.advance(31 * minuteMs);
    await chain.finalize();
  }
}

async function isPaidInTheEnd(): Promise<void> {
  Object.assign(liar.state, honest);
  await place.steps();
  expect(await status()).toBe('completed');
  expect(await place.paid()).toEqual([{ to: payee, amount: inToken(5_00n) }]);
}

test('a node that says nothing was paid makes all wait, also when the token blocks the payee by then', async () => {
  await place.step();
  await chain.finalize();
  await chain.onDollar('freeze', payee, true);
  await chain.finalize();
  liar.state.tamper = saysOfKey(false);
  await goOn();
  expect(await status()).toBe('processing');
  await isPaidInTheEnd();
});

test('a node that says it was paid makes all wait', async () => {
  liar.state.tamper = saysOfKey(true);
  await goOn();
  expect(await status()).not.toBe('completed');
  expect(await place.paid()).toEqual([]);
  await isPaidInTheEnd();
});

test('a node that is silent makes all wait', async () => {
  await place.step();
  liar.state.isSilent = true;
  await place.step().catch(() => undefined);
  await chain.finalize();
  await place.step().catch(() => undefined);
  expect(await status()).toBe('processing');
  await isPaidInTheEnd();
});

test('a node that alone says that the token blocks the payee fails nothing', async () => {
  liar.state.refuses = ({ method, params: [call] }) => method === 'eth_call' && isAboutPayee(call);
  await goOn();
  expect(await status()).not.toBe('failed');
  await isPaidInTheEnd();
});

test('no node that has too much to do is taken for a token that blocks the payee', async () => {
  await place.step();
  place.nodes.shift();
  await place.dropWaiting();
  liar.state.refuses = ({ method, params: [call] }) => method === 'eth_call' && isAboutPayee(call);
  await goOn();
  expect(await status()).not.toBe('failed');
});

test('nodes that list no logs do not complete what a key shows as paid, and do not fail it', async () => {
  await place.step();
  await chain.finalize();
  place.nodes.shift();
  liar.state.tamper = ({ method }, answer) => (method === 'eth_getLogs' ? [] : answer);
  await goOn();
  expect(await status()).toBe('processing');
  await isPaidInTheEnd();
});

test('a final block of the future lets no signature count as given up', async () => {
  await place.step();
  await place.dropWaiting();
  await chain.onDollar('freeze', payee, true);
  await chain.finalize();
  liar.state.tamper = ({ method }, answer) =>
    method === 'eth_getBlockByNumber' && answer
      ? { ...(answer as object), timestamp: `0x${Math.floor(chain.now() / 1000 + 86_400).toString(16)}` }
      : answer;
  await place.step().catch(() => undefined);
  await place.step().catch(() => undefined);
  expect(await status()).toBe('processing');
  await chain.onDollar('freeze', payee, false);
  await isPaidInTheEnd();
});

function isAboutPayee(call: unknown): boolean {
  return JSON.stringify(call).toLowerCase().includes(payee.slice(2).toLowerCase());
}
