import { expect, test } from 'vitest';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';
import { rememberingRail } from '../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { scenarioDetails } from '../../shared/providers/sandbox/payouts/scenario-details.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { keyOfPayout, workOf } from '../shared/journal/due/support.ts';
import { createTestTable } from '../support/dynamodb.ts';
import { addPayout, deliver, expectSoundBooks, fundedOrganization } from '../support/journey.ts';
import { perform } from '../support/operations.ts';
import { TestClock, TestService } from '../support/service.ts';
import { inventedCorridors, inventedRail } from './invented/bank.ts';
import { holdsAsRail } from './rail.ts';

holdsAsRail('an invented bank', inventedRail);

test('a payout that one rail was sent is refused by every other one', async () => {
  const memory = createStore(await createTestTable());
  const [corridor] = inventedCorridors;
  if (!corridor) throw new Error('the bank has no corridor');
  const same = sandboxCorridors.find(({ corridorId }) => corridorId === corridor.corridorId) ?? corridor;
  const under = inventedRail(memory, () => 0);
  const rails = { invented: under.open(), sandbox: rememberingRail(memory) };
  const instruction = {
    key: 'po_1',
    corridorId: corridor.corridorId,
    destinationAmount: 1_00n,
    destinationCurrency: 'MXN',
    recipientName: 'Ana Souza',
    recipientDetails: scenarioDetails(same, '10'),
    acceptedAt: 0,
    organizationId: 'org_1',
    memo: '',
  };
  await rails.sandbox.submit(instruction, 0);
  await expect(rails.invented.submit(instruction, 0)).rejects.toThrow();
  await rails.invented.submit({ ...instruction, key: 'po_2' }, 0);
  await expect(rails.sandbox.submit({ ...instruction, key: 'po_2' }, 0)).rejects.toThrow();
  expect([await under.paymentsOf('po_1'), await under.paymentsOf('po_2')]).toEqual([0, 1]);
});

test('a service asks about what was perhaps sent, parks it, and sends it once more at the word of an operator', async () => {
  const memory = createStore(await createTestTable());
  const clock = new TestClock();
  const under = inventedRail(memory, () => clock.now);
  const register = async () => 'registered' as const;
  const rails = { ...sandboxRails, payouts: { invented: under.open() }, registration: { invented: { register } } };
  const service = await TestService.start({ rails: () => rails });
  const of = await fundedOrganization(service);
  const { payoutId } = await addPayout(service, of, { corridorId: 'mxn_mx_clabe' });
  const key = keyOfPayout(of.organizationId, payoutId);
  const advance = async () => {
    const { dueAt = service.clock.now } = (await workOf(service.runtime, key)) ?? {};
    service.clock.now = Math.max(service.clock.now, dueAt);
    clock.now = service.clock.now;
    await deliver(service, [{ ...key, dueAt }]);
  };
  under.stopListing?.(service.clock.now);
  under.silence?.('before');
  await advance();
  await advance();
  expect(await workOf(service.runtime, key)).toHaveProperty('parkedAt');
  expect(await under.paymentsOf(payoutId)).toBe(0);
  const input = { organizationId: of.organizationId, payoutId, reason: 'not paid, says their support' };
  await perform(service, 'resend', input, { idempotencyKey: 'a' });
  await advance();
  await advance();
  expect(await under.paymentsOf(payoutId)).toBe(1);
  await expectSoundBooks(service, of);
});
