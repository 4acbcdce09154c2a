import { type Address, type Hex, keccak256, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { expectRefusal, perform } from '../support/operations.ts';
import { restoreBackup, takeBackup } from '../support/restored-table.ts';
import { startVaultChain, type VaultChain, VaultScene } from './support/vault-scene.ts';

const hundred = 100_000_000n;
const [{ contract: usdc }] = knownChains.base.tokens;

let chain: VaultChain;
let honest: VaultChain['liar']['state'];
let scene: VaultScene;

beforeAll(async () => {
  chain = await startVaultChain();
  honest = { ...chain.liar.state };
});

beforeEach(async () => {
  scene = await VaultScene.start(chain);
});

afterEach(async () => {
  await chain.client.setAutomine(true);
  Object.assign(chain.liar.state, honest);
});

afterAll(() => chain.stop());

describe('a payout to a wallet', () => {
  test('is paid by the vault once, to the cent, and completed when it is final', async () => {
    const payout = await scene.payout();
    await scene.steps(payout, 2);
    expect((await scene.read(payout)).status).toBe('processing');
    expect(await scene.settle(payout)).toBe('completed');
    expect(await scene.tokensOf(payout.to)).toBe(hundred);
    expect(await scene.paidLogs()).toHaveLength(1);
    expect(await scene.kept(payout)).toMatchObject({ state: 'paid', hash: expect.stringMatching(/^0x/) });
  });

  test('waits while the vault is empty, has used up its day, or is paused, and fails for none of it', async () => {
    const payout = await scene.payout('2000.00');
    await scene.steps(payout, 3);
    expect((await scene.read(payout)).status).toBe('pending');
    await scene.govern('setLimit', `0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`, 100n);
    await scene.fill(5_000_000_000n);
    await scene.finalize();
    await scene.steps(payout, 3);
    expect((await scene.read(payout)).status).toBe('pending');
    await scene.govern('setLimit', `0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`, 9_000_000_000n);
    await scene.govern('setPaused', true);
    await scene.finalize();
    await scene.steps(payout, 3);
    expect((await scene.read(payout)).status).toBe('pending');
    await scene.govern('setPaused', false);
    await scene.finalize();
    expect(await scene.settle(payout)).toBe('completed');
    const hindrances = scene.log.lines.filter(({ message }) => message === 'a vault cannot pay');
    expect(new Set(hindrances.map(({ hindrance }) => hindrance))).toEqual(new Set(['empty', 'limit', 'paused']));
  });

  test('whose payee the token blocks fails, gives the money back, and is never paid afterwards', async () => {
    const given = await scene.recipient();
    await scene.onToken('freeze', given.to, true);
    await scene.finalize();
    const before = await scene.available();
    const payout = await scene.payout('100.00', given);
    expect(await scene.settle(payout)).toBe('failed');
    expect(await scene.read(payout)).toMatchObject({ failureCode: 'account_cannot_receive' });
    expect(await scene.available()).toBe(before);
    await scene.onToken('freeze', given.to, false);
    await scene.finalize();
    await scene.steps(payout, 3);
    expect(await scene.paidLogs()).toHaveLength(0);
  });

  test('whose payee is blocked once it is signed fails only when no signature can be used any more', async () => {
    const given = await scene.recipient();
    await chain.client.setAutomine(false);
    const payout = await scene.payout('100.00', given);
    await scene.steps(payout, 2);
    await chain.client.dropTransaction({ hash: (await pendingHash()) as Hex });
    await chain.client.setAutomine(true);
    await scene.onToken('freeze', given.to, true);
    await scene.finalize();
    await scene.steps(payout, 2);
    expect((await scene.read(payout)).status).toBe('processing');
    scene.service.clock.advance(16 * 60_000);
    await scene.finalize();
    expect(await scene.settle(payout)).toBe('failed');
    expect(await scene.paidLogs()).toHaveLength(0);
  });

  test('that one node does not show as paid waits, and is not paid again', async () => {
    const payout = await scene.payout();
    await scene.steps(payout, 2);
    await scene.finalize();
    chain.liar.state.tamper = ({ method, params: [call] }, answer) => {
      const isState = method === 'eth_call' && !Object.hasOwn((call ?? {}) as object, 'to');
      return isState && typeof answer === 'string' ? `${answer.slice(0, -1)}0` : answer;
    };
    await scene.steps(payout, 3);
    expect((await scene.read(payout)).status).toBe('processing');
    Object.assign(chain.liar.state, honest);
    expect(await scene.settle(payout)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(1);
  });

  test('waits while the vault takes payments of another signer', async () => {
    const payout = await scene.payout();
    await scene.govern('setSigner', chain.accounts[6]);
    await scene.finalize();
    await scene.steps(payout, 3);
    expect((await scene.read(payout)).status).toBe('pending');
    await scene.govern('setSigner', scene.account);
    await scene.finalize();
    expect(await scene.settle(payout)).toBe('completed');
  });

  test('whose nonce was used by hand is signed anew, and paid once', async () => {
    await chain.client.setAutomine(false);
    const payout = await scene.payout();
    await scene.steps(payout, 2);
    const hash = (await pendingHash()) as Hex;
    await chain.client.dropTransaction({ hash });
    await chain.client.setAutomine(true);
    await chain.client.impersonateAccount({ address: scene.account });
    await chain.client.sendTransaction({ account: scene.account, to: scene.owner, value: 1n });
    await scene.finalize();
    expect(await scene.settle(payout)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(1);
  });
});

async function pendingHash(): Promise<string | undefined> {
  const content = await chain.client.getTxpoolContent();
  const ofSigner = Object.entries(content.pending).find(([from]) => from.toLowerCase() === scene.account.toLowerCase());
  return Object.values(ofSigner?.[1] ?? {})[0]?.hash;
}

describe('many payouts', () => {
  test('are paid each once, none beyond what the vault has', async () => {
    const payouts = [];
    for (let count = 0; count < 12; count += 1) payouts.push(await scene.payout('90.00'));
    for (let turn = 0; turn < 4; turn += 1) {
      for (const payout of payouts) await scene.step(payout);
      await scene.finalize();
    }
    const statuses = [];
    for (const payout of payouts) statuses.push((await scene.read(payout)).status);
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(11);
    expect(await scene.paidLogs()).toHaveLength(11);
    await scene.fill(hundred);
    await scene.finalize();
    for (const payout of payouts) await scene.settle(payout);
    const logs = await scene.paidLogs();
    expect(new Set(logs.map(({ args }) => args.key)).size).toBe(12);
    expect(logs).toHaveLength(12);
  });
});

describe('a worker that dies', () => {
  test('at any call to a table pays once, and the next one ends it', async () => {
    let isOver = false;
    for (let dies = 1; !isOver && dies < 60; dies += 1) {
      const payout = await scene.payout('10.00');
      let calls = 0;
      isOver = true;
      const dying = scene.process(async ({ name }, send) => {
        calls += 1;
        if (calls < dies) return send();
        isOver = false;
        // Before the call or behind it.
        if (calls === dies && dies % 2 === 0) await send();
        throw new Error(`killed at ${name}`);
      });
      for (let turn = 0; turn < 2; turn += 1) await scene.step(payout, dying).catch(() => undefined);
      await scene.finalize();
      expect(await scene.settle(payout), `killed at call ${dies}`).toBe('completed');
      expect(await scene.tokensOf(payout.to)).toBe(10_000_000n);
      await scene.fill(10_000_000n);
    }
    expect(isOver).toBe(true);
  });
});

describe('a restore of the payments table', () => {
  test('to before a payment pays nothing twice: the vault’s rail lists it, and what is asked again is answered', async () => {
    const payout = await scene.payout();
    expect(await scene.settle(payout)).toBe('completed');
    const rail = scene.service.runtime.rails('live')?.payouts.vault;
    const page = await rail?.since(0, scene.service.clock.now);
    expect(page?.records).toMatchObject([{ key: payout.payoutId, news: { status: 'completed' } }]);
  });

  test('that has lost the vault’s work and what was signed goes on from what the second table has', async () => {
    await chain.client.setAutomine(false);
    const payout = await scene.payout();
    const { store } = scene.service.runtime;
    await scene.step(payout);
    const backup = await takeBackup(store);
    await scene.steps(payout, 2);
    await restoreBackup(store, backup);
    await chain.client.setAutomine(true);
    await scene.finalize();
    expect(await scene.settle(payout)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(1);
    expect(await scene.tokensOf(payout.to)).toBe(hundred);
  });
});

describe('a payment that the vault was not asked for', () => {
  const unasked = 'a vault has made a payment that it was not asked for';
  const reports = () => scene.log.lines.filter(({ message }) => message === unasked);
  const memory = () => createStore(scene.memory);
  const name = (payoutId: string, connectionId = scene.connectionId) =>
    perform(scene.service, 'name-payment', {
      ...{ organizationId: scene.of.organizationId, payoutId, connectionId },
      reason: 'found at the signer',
    });

  /** Somebody who has the signer's key pays whom they like. */
  async function payByHand(payoutId: string, to: Address): Promise<void> {
    await chain.client.impersonateAccount({ address: scene.account });
    const key = keccak256(toHex(`${scene.of.organizationId}/${payoutId}`));
    const { timestamp } = await chain.client.getBlock();
    const hash = await chain.client.writeContract({
      ...{ account: scene.account, address: scene.vault, abi: payoutVault.abi, chain: null },
      ...{ functionName: 'pay', args: [key, usdc, to, 1_000_000n, timestamp + 600n] },
    });
    // Its block has to be made before the chain's time moves on, or it comes too late.
    await chain.client.waitForTransactionReceipt({ hash });
    await scene.finalize();
  }

  test('rings, and holds every other payment until a person has named its payout', async () => {
    const first = await scene.payout();
    expect(await scene.settle(first)).toBe('completed');
    await payByHand('po_of_a_thief', scene.newAddress());
    const second = await scene.payout();
    await scene.steps(second, 3);
    expect((await scene.read(second)).status).toBe('pending');
    expect(reports()).toMatchObject([{ level: 'error', FlushHindered: 1, amount: '1000000' }]);
    expect(scene.log.lines.filter(({ hindrance }) => hindrance === 'unnamed').length).toBeGreaterThan(0);
    expectRefusal(await name('po_of_somebody_else'), 'NOT_FOUND');
    expectRefusal(await name('po_of_a_thief', createIds().next('conn', Date.now())), 'NOT_FOUND');
    await scene.steps(second, 1);
    expect((await scene.read(second)).status).toBe('pending');
    expect((await name('po_of_a_thief')).result).toMatchObject({ amount: '1000000', chain: 'base' });
    expect((await name('po_of_a_thief')).result).toMatchObject({ amount: '1000000' });
    expect(await scene.settle(second)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(3);
    expect(reports()).toHaveLength(1);
  });

  test('is found although the vault was never asked for anything', async () => {
    await payByHand('po_of_a_thief', scene.newAddress());
    await scene.steps({ payoutId: 'none' }, 1);
    expect(reports()).toHaveLength(1);
    await scene.steps({ payoutId: 'none' }, 2);
    expect(reports()).toHaveLength(1);
  });

  test('is found while the vault is asked for nothing', async () => {
    const payout = await scene.payout();
    expect(await scene.settle(payout)).toBe('completed');
    await scene.steps(payout, 1);
    await payByHand('po_of_a_thief', scene.newAddress());
    await scene.steps(payout, 3);
    expect(reports()).toHaveLength(1);
  });

  test('is one whose record a restore of the second table has lost: once it is named its payout is completed, and paid no second time', async () => {
    const before = await takeBackup(memory());
    const lost = await scene.payout();
    const { store } = scene.service.runtime;
    const payouts = await takeBackup(store);
    expect(await scene.settle(lost)).toBe('completed');
    await restoreBackup(memory(), before);
    await restoreBackup(store, payouts);
    const other = await scene.payout();
    await scene.steps(other, 3);
    expect((await scene.read(other)).status).toBe('pending');
    expect(reports()).toHaveLength(1);
    expect((await name(lost.payoutId)).result).toMatchObject({ to: lost.to });
    expect(await scene.settle(lost)).toBe('completed');
    expect(await scene.settle(other)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(2);
    expect(await scene.tokensOf(lost.to)).toBe(hundred);
  });

  test('is not one that is asked for again after such a restore', async () => {
    const before = await takeBackup(memory());
    const payout = await scene.payout();
    const { store } = scene.service.runtime;
    const payouts = await takeBackup(store);
    expect(await scene.settle(payout)).toBe('completed');
    await restoreBackup(memory(), before);
    await restoreBackup(store, payouts);
    expect(await scene.settle(payout)).toBe('completed');
    expect(await scene.paidLogs()).toHaveLength(1);
    expect(reports()).toEqual([]);
  });
});
