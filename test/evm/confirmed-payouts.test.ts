import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { expectError } from '../support/answers.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { bodyOf } from '../support/journey.ts';
import { connectChain, secrets } from './support/connect-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

const [, bridged] = knownChains.base.tokens;
const minuteMs = 60_000;

let chains: DepositChains;
let node: TamperingNode;
let scene: FundingScene;
let payout: { readonly payoutId: string };
let to: string;

beforeAll(async () => {
  chains = await startDepositChains();
  node = await startTamperingNode(chains.url);
});

/** A service that reads the chain through two nodes, as a stage does, and a payout of 100 dollars. */
beforeEach(async () => {
  const place = { clock: Date.now, loopback: true };
  scene = await FundingScene.start({ connections: connectionTrials(secrets, place, connectionKinds) });
  const { store } = scene.service.runtime;
  Object.assign(scene.service.runtime, { deposits: lateDeposits({ ...place, store, secrets }) });
  // Blocks have the time of this machine.
  scene.service.clock.now = Date.now();
  const connectionId = await connectChain(scene.service, chains, [chains.url, node.url]);
  await scene.change(scene.of, { connections: { 'chain/base': connectionId } });
  payout = await scene.payout();
  to = await addressOf(payout);
});

afterEach(() => {
  node.state.isSilent = false;
  node.state.tamper = (_call, answer) => answer;
});

afterAll(async () => {
  node.stop();
  await chains.stop();
});

async function addressOf({ payoutId }: { readonly payoutId: string }): Promise<string> {
  return (await scene.get(`/payouts/${payoutId}/funding`)).address;
}

const pay = (amount = 100_000_000n) => chains.pay([{ to, amount }]);

describe('a transaction on a chain behind two nodes', () => {
  test('is confirmed before it is final, funds the payout once it is, and is answered as it is then', async () => {
    const hash = await pay();
    expect(bodyOf(await scene.confirm(payout, hash)).funding).toMatchObject({ status: 'confirming', hash });
    await chains.finalize();
    await scene.passes(2 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { status: 'funded' } });
    expect(bodyOf(await scene.confirm(payout, hash)).status).toBe('completed');
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('funds the payout at once where it is final, and another payout to which it also sends', async () => {
    const other = await scene.payout({ amount: '50.00' });
    const transfers = [
      { to, amount: 100_000_000n },
      { to: await addressOf(other), amount: 50_000_000n },
    ];
    const hash = await chains.pay(transfers);
    await chains.finalize();
    for (const one of [payout, other]) {
      expect(bodyOf(await scene.confirm(one, hash)).funding.status).toBe('funded');
      expectError(await scene.confirm(one, `0x${'5a'.repeat(32)}`), 'CONFLICT');
    }
    const third = await scene.payout({ amount: '40.00' });
    expectError(await scene.confirm(third, hash), 'FUNDING_TRANSACTION_ALREADY_USED');
  });

  test('that a reorganization takes back is waited for no longer', async () => {
    const hash = await pay();
    bodyOf(await scene.confirm(payout, hash));
    await chains.reorganize(2);
    await scene.passes(2 * minuteMs);
    expect((await scene.read(payout)).funding).toEqual({ status: 'waiting', received: '0.000000' });
    expectError(await scene.confirm(payout, hash), 'FUNDING_NOT_YET_VERIFIABLE');
    bodyOf(await scene.cancel(payout));
  });

  test('is refused where it sends too little, nothing here, or another token', async () => {
    const wrong = [
      await pay(99_999_999n),
      await chains.pay([{ to: chains.treasuries[0], amount: 100_000_000n }]),
      await chains.pay([{ to, amount: 100_000_000n }], bridged.contract),
    ];
    for (const hash of wrong) expectError(await scene.confirm(payout, hash), 'FUNDING_TRANSACTION_INVALID');
    await chains.finalize();
    for (const hash of wrong) expectError(await scene.confirm(payout, hash), 'FUNDING_TRANSACTION_INVALID');
  });

  test('is confirmed by nobody while one node is silent, or lies of its receipt', async () => {
    const hash = await pay();
    node.state.tamper = ({ method }, answer) => (method === 'eth_getTransactionReceipt' ? null : answer);
    expectError(await scene.confirm(payout, hash), 'FUNDING_NOT_YET_VERIFIABLE');
    node.state.tamper = (_call, answer) => answer;
    node.state.isSilent = true;
    expectError(await scene.confirm(payout, hash), 'FUNDING_NOT_YET_VERIFIABLE');
    node.state.isSilent = false;
    expect(bodyOf(await scene.confirm(payout, hash)).funding.status).toBe('confirming');
  });

  test('that one node invents is no transaction', async () => {
    const hash = await pay(1n);
    const sent = 100_000_000n;
    node.state.tamper = ({ method }, answer) => {
      if (method !== 'eth_getTransactionReceipt') return answer;
      const receipt = answer as { readonly logs: readonly object[] };
      return {
        ...receipt,
        logs: receipt.logs.map((log) => ({ ...log, data: `0x${sent.toString(16).padStart(64, '0')}` })),
      };
    };
    expectError(await scene.confirm(payout, hash), 'FUNDING_NOT_YET_VERIFIABLE');
    await chains.finalize();
    expectError(await scene.confirm(payout, hash), 'FUNDING_NOT_YET_VERIFIABLE');
  });
});
