import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { performed } from '../support/operations.ts';
import { restoreBackup, takeBackup } from '../support/restored-table.ts';
import { startVaultChain, type VaultChain, VaultScene } from './support/vault-scene.ts';

const minuteMs = 60_000;

let chain: VaultChain;
let scene: VaultScene;

beforeAll(async () => {
  chain = await startVaultChain();
});

beforeEach(async () => {
  scene = await VaultScene.start(chain);
});

afterAll(() => chain.stop());

const backUp = () => takeBackup(scene.service.runtime.store);
const restore = (backup: Awaited<ReturnType<typeof backUp>>) => restoreBackup(scene.service.runtime.store, backup);

/** What operators run once a table was restored. @returns its findings */
async function restoreCheck(since: number): Promise<string[]> {
  const input = { since: new Date(since).toISOString(), settle: true, release: true };
  const findings: string[] = [];
  for (let progress: unknown; ; ) {
    const page = await performed(scene.service, 'restore-check', {
      ...input,
      ...(progress !== undefined && { progress }),
    });
    findings.push(...page.findings);
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

async function blocked() {
  const given = await scene.recipient();
  await scene.onToken('freeze', given.to, true);
  await scene.finalize();
  return given;
}

/** A payee who could be paid now gets nothing, and the organization has its money back once. */
async function expectGivenBack(payout: { readonly payoutId: string; readonly to: `0x${string}` }, before: string) {
  await scene.onToken('freeze', payout.to, false);
  await scene.finalize();
  await scene.steps(payout, 3);
  expect(await scene.settle(payout)).toBe('failed');
  expect(await scene.read(payout)).toMatchObject({ failureCode: 'account_cannot_receive' });
  expect(await scene.available()).toBe(before);
  expect(await scene.paidLogs()).toHaveLength(0);
  expect(await performed(scene.service, 'check', { organizationId: scene.of.organizationId })).toMatchObject({
    findings: [],
  });
}

test('a payout that had failed, and is open after a restore, fails again and gives its money back once', async () => {
  const given = await blocked();
  const before = await scene.available();
  const payout = await scene.payout('100.00', given);
  await scene.step(payout);
  const backup = await backUp();
  expect(await scene.settle(payout)).toBe('failed');
  await restore(backup);
  expect((await scene.read(payout)).status).toBe('pending');
  await expectGivenBack(payout, before);
});

test('a payout that had failed, and that a restore has lost, comes back as failed and gives its money back once', async () => {
  const given = await blocked();
  const before = await scene.available();
  const [backup, since] = [await backUp(), scene.service.clock.now];
  const payout = await scene.payout('100.00', given);
  expect(await scene.settle(payout)).toBe('failed');
  await restore(backup);
  expect(await restoreCheck(since)).toEqual([]);
  await expectGivenBack(payout, before);
});

test('a payout that was paid, and that a restore has lost, comes back as completed and is paid no second time', async () => {
  const given = await scene.recipient();
  const [backup, since] = [await backUp(), scene.service.clock.now];
  const payout = await scene.payout('100.00', given);
  expect(await scene.settle(payout)).toBe('completed');
  await restore(backup);
  expect(await restoreCheck(since)).toEqual([]);
  expect(await scene.settle(payout)).toBe('completed');
  expect(await scene.paidLogs()).toHaveLength(1);
});

test('after a restore nothing is signed and nothing fails until a block half an hour later is final', async () => {
  const [free, given] = [await scene.recipient(), await blocked()];
  const since = scene.service.clock.now;
  const [payable, refused] = [await scene.payout('100.00', free), await scene.payout('100.00', given)];
  const checkedAt = scene.service.clock.now;
  await restore(await backUp());
  await restoreCheck(since);
  const statuses = async () => [(await scene.read(payable)).status, (await scene.read(refused)).status];
  const works = async () => {
    await scene.steps(payable, 1);
    await scene.steps(refused, 1);
    return statuses();
  };
  await works();
  // The clock alone proves nothing: the newest final block is still one of before.
  scene.service.clock.now = checkedAt + 31 * minuteMs;
  expect(await works()).toEqual(['pending', 'pending']);
  scene.service.clock.now = Math.min(scene.service.clock.now, checkedAt + 29 * minuteMs);
  await scene.finalize();
  expect(await works()).toEqual(['pending', 'pending']);
  expect(scene.log.lines.some(({ hindrance }) => hindrance === 'restored')).toBe(true);
  scene.service.clock.now = Math.max(scene.service.clock.now, checkedAt + 31 * minuteMs);
  await scene.finalize();
  expect([await scene.settle(payable), await scene.settle(refused)]).toEqual(['completed', 'failed']);
  expect(await scene.paidLogs()).toHaveLength(1);
});
