import type { Abi } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { vaultPaymentRef } from '../../shared/providers/records/vault-payment.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';
import { inToken, newPayee, startVaultChain, type VaultChain, VaultPlace } from './support/vault-place.ts';

let plain: VaultChain;
let node: TamperingNode;
let place: VaultPlace;
let other: `0x${string}`;

beforeAll(async () => {
  plain = await startVaultChain();
  node = await startTamperingNode(plain.url);
  await plain.client.setAutomine(true);
  other = await plain.deploy(plain.token('TestToken'));
  await plain.client.setAutomine(false);
});

afterAll(async () => {
  node.stop();
  await plain.stop();
});

beforeEach(async () => {
  const tokens = [
    { name: 'USDC', contract: plain.dollar, isIssued: true },
    { name: 'USDT', contract: other, isIssued: true },
  ] as const;
  const chain = { ...plain, chains: { development: { id: plain.client.chain.id, tokens } } };
  place = await VaultPlace.start(chain, { nodes: [plain.url, node.url] });
});

afterEach(() => place.stop());

describe('many payments of a vault', () => {
  test('in a token that nobody can move delay none in another token', async () => {
    await place.govern('setLimit', other, inToken(100_00n));
    await plain.act({
      to: other,
      abi: plain.token('TestToken').abi as Abi,
      name: 'mint',
      args: [place.vault, 10n ** 9n],
    });
    await plain.onDollar('setFee', 10n);
    await plain.finalize();
    try {
      for (let index = 10; index < 35; index += 1) await place.submit(`payout_${index}`, { to: newPayee(index) });
      const wanted = place.instruction('payout_99', { to: newPayee(99) });
      const inOther = {
        ...wanted,
        corridorId: 'usd_wallet_development_usdt',
        recipientDetails: { ...wanted.recipientDetails, token: 'USDT' },
      };
      await place.rail().submit(inOther, plain.now());
      for (let step = 0; step < 2; step += 1) {
        await place.step();
        await plain.finalize();
      }
      await place.step();
      expect(await place.rail().status(inOther, plain.now())).toEqual({ status: 'completed' });
      expect(await place.paid()).toHaveLength(1);
    } finally {
      await plain.onDollar('setFee', 0n);
    }
  });

  test('that are final at once are ended some at a time, so that a worker which runs out of time gets on', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `payout_${index + 10}`);
    for (const key of keys) await place.submit(key, { to: newPayee(200) });
    for (let step = 0; step < 3; step += 1) {
      await place.step();
      await plain.mine();
    }
    await plain.finalize();
    expect(await place.paid()).toHaveLength(keys.length);
    const memory = createStore(place.memory);
    const ended = async () => {
      const found = await Promise.all(keys.map((key) => memory.get(vaultPaymentRef(key))));
      return found.filter((payment) => payment?.state === 'paid').length;
    };
    // The node says nothing any more once it was asked for some logs, as for a worker whose time is over.
    let asked = 0;
    node.state.swallows = ({ method }) => method === 'eth_getLogs' && ++asked > 25;
    await place.step().catch(() => undefined);
    node.state.swallows = () => false;
    expect(await ended()).toBeGreaterThan(0);
    await place.steps();
    expect(await ended()).toBe(keys.length);
    expect(await place.paid()).toHaveLength(keys.length);
  }, 60_000);
});
