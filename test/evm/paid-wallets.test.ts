import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup, takeBackup } from '../support/restored-table.ts';
import { startVaultChain, type VaultChain, VaultScene } from './support/vault-scene.ts';

const hundred = 100_000_000n;

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
