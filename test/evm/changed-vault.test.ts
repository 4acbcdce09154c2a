import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { vaultWork } from '../../shared/connections/vault-work.ts';
import { dueRef } from '../../shared/journal/due/due-work.ts';
import { agreed } from '../support/connections.ts';
import { expectRefusal, perform, performed } from '../support/operations.ts';
import { restoreBackup, takeBackup } from '../support/restored-table.ts';
import { startVaultChain, type VaultChain, VaultScene } from './support/vault-scene.ts';

const hundred = 100_000_000n;
const reason = 'as agreed';

let chain: VaultChain;
let scene: VaultScene;

beforeAll(async () => {
  chain = await startVaultChain();
});

beforeEach(async () => {
  scene = await VaultScene.start(chain);
});

afterAll(() => chain.stop());

const disconnection = () => ({ do: 'disconnect', connectionId: scene.connectionId, reason });
const confirming = (proposalId: string, by = scene.service) =>
  perform(by, 'confirm', { organizationId: 'stage', proposalId, decision: 'execute' }, { operator: 'ben' });

test('a vault is watched from its connection on, before it is asked for anything', async () => {
  const { store } = scene.service.runtime;
  const due = async () => (await store.get(dueRef(vaultWork(scene.connectionId))))?.dueAt;
  expect(await due()).toBe(scene.service.clock.now);
  await scene.steps({ payoutId: 'none' }, 1);
  expect(await due()).toBe(scene.service.clock.now + 60 * 60_000);
});

test('a payout stays with the vault on which it was begun, although its organization names another one since', async () => {
  const first = scene.vault;
  const [begun, signed] = [await scene.payout(), await scene.payout()];
  await scene.steps(signed, 2);
  await scene.changeVault();
  const later = await scene.payout();
  for (const payout of [begun, signed, later]) expect(await scene.settle(payout)).toBe('completed');
  const paidTo = async (vault = scene.vault) => (await scene.paidLogs(vault)).map(({ args }) => args.to).sort();
  expect(await paidTo(first)).toEqual([begun.to, signed.to].sort());
  expect(await paidTo()).toEqual([later.to]);
});

test('a vault with an open payout is not disconnected, and says how many there are', async () => {
  const payout = await scene.payout();
  const open = await perform(scene.service, 'connections', disconnection());
  expectRefusal(open, 'CONFLICT');
  expect(open.error.detail).toContain('still has to pay 1 payout');
  await scene.steps(payout, 2);
  expectRefusal(await perform(scene.service, 'connections', disconnection()), 'CONFLICT');
  expect(await scene.settle(payout)).toBe('completed');
  const { proposalId } = await performed(scene.service, 'connections', disconnection());
  const another = await scene.payout();
  expectRefusal(await confirming(proposalId), 'CONFLICT');
  expect(await scene.settle(another)).toBe('completed');
  expect(await confirming(proposalId)).toMatchObject({ result: { status: 'executed' } });
});

test('a payout that failed or was restored is counted as any other', async () => {
  const given = await scene.recipient();
  await scene.onToken('freeze', given.to, true);
  await scene.finalize();
  const before = await takeBackup(scene.service.runtime.store);
  const failed = await scene.payout('100.00', given);
  const lost = await scene.payout();
  await scene.step(lost);
  expect(await scene.settle(failed)).toBe('failed');
  const open = await perform(scene.service, 'connections', disconnection());
  expect(open.error.detail).toContain('still has to pay 1 payout');
  await restoreBackup(scene.service.runtime.store, before);
  await agreed(scene.service, disconnection());
  expect(await scene.paidLogs()).toHaveLength(1);
});

test('a payout that is accepted while its vault is disconnected is paid by it', async () => {
  const { proposalId } = await performed(scene.service, 'connections', disconnection());
  const accepted: Awaited<ReturnType<VaultScene['payout']>>[] = [];
  const racing = scene.process(async ({ name, input }, send) => {
    const answer = await send();
    const isCount = name === 'Query' && JSON.stringify(input).includes('OPEN_PAYOUT#');
    if (isCount && accepted.length === 0) accepted.push(await scene.payout());
    return answer;
  });
  expect(await confirming(proposalId, racing)).toMatchObject({ result: { status: 'executed' } });
  const [payout] = accepted;
  if (!payout) throw new Error('nothing was accepted meanwhile');
  expect(await scene.settle(payout)).toBe('completed');
  expect(await scene.tokensOf(payout.to)).toBe(hundred);
});
