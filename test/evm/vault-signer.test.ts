import { type Hex, parseGwei } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChainTransactionEntity } from '../../shared/providers/evm/sending/transaction-row.ts';
import { startVaultChain, type VaultChain, VaultScene } from './support/vault-scene.ts';

const hundred = 100_000_000n;
const minuteMs = 60_000;

let chain: VaultChain;
let scene: VaultScene;

beforeAll(async () => {
  chain = await startVaultChain();
});

beforeEach(async () => {
  scene = await VaultScene.start(chain);
});

afterEach(() => chain.client.setAutomine(true));

afterAll(() => chain.stop());

const rows = async () => (await scene.service.runtime.store.scan(ChainTransactionEntity, { limit: 100 })).items;

/** Signed, and in no block: the node has it or has forgotten it. */
async function signedPayout() {
  await chain.client.setAutomine(false);
  const payout = await scene.payout();
  await scene.steps(payout, 2);
  const [signed] = await rows();
  if (!signed) throw new Error('nothing was signed');
  return { payout, signed };
}

test('a payment whose fee is too low by now is signed again with its nonce, pays a tenth more at least, and is made once', async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('0.001') });
  await chain.client.mine({ blocks: 1 });
  const { payout, signed } = await signedPayout();
  for (let block = 0; block < 2; block += 1) {
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('3') });
    await chain.client.mine({ blocks: 1 });
  }
  expect(await scene.paidLogs()).toHaveLength(0);
  scene.service.clock.advance(minuteMs);
  await scene.steps(payout, 2);
  const [raised, ...others] = await rows();
  expect(others).toEqual([]);
  const [first, second] = raised?.versions ?? [];
  if (!first || !second) throw new Error('it was not signed again');
  expect(raised?.nonce).toBe(signed.nonce);
  expect(10n * second.maxFeePerGas).toBeGreaterThanOrEqual(11n * first.maxFeePerGas);
  expect(10n * second.maxPriorityFeePerGas).toBeGreaterThanOrEqual(11n * first.maxPriorityFeePerGas);
  expect(await scene.settle(payout)).toBe('completed');
  expect(await scene.paidLogs()).toHaveLength(1);
  expect(await scene.tokensOf(payout.to)).toBe(hundred);
});

test('a payment whose signer was replaced is signed by the new one, and what the former one has signed pays nothing', async () => {
  const { payout, signed } = await signedPayout();
  const { bytes, hash } = signed.versions[0] as (typeof signed.versions)[number];
  await chain.client.dropTransaction({ hash: hash as Hex });
  await chain.client.setAutomine(true);
  await scene.changeSigner();
  // Credentials that were opened are kept for half a minute.
  scene.service.clock.advance(minuteMs);
  await scene.finalize();
  expect(await scene.settle(payout)).toBe('completed');
  await chain.client.sendRawTransaction({ serializedTransaction: bytes as Hex });
  const { status } = await chain.client.waitForTransactionReceipt({ hash: hash as Hex });
  expect(status).toBe('reverted');
  expect(await scene.paidLogs()).toHaveLength(1);
  expect(await scene.tokensOf(payout.to)).toBe(hundred);
  const signers = new Set((await rows()).map(({ account }) => account));
  expect(signers.size).toBe(2);
});
