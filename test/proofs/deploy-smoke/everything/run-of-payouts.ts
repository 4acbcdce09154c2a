import assert from 'node:assert/strict';
import { ada } from '../journey.ts';
import { expectBooks, readFeed } from './books.ts';
import type { PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

const lines = 50;

/** Pays a run of fifty as one, each line once. */
export async function payRun(stage: PlayedStage): Promise<string> {
  const organization = await stage.organization('payroll');
  const { sluice } = organization;
  await stage.switchOn(organization, 'mass_payouts');
  await sluice.fundSandbox({ amount: '1000.00' });
  const { methods } = await sluice.createRecipient(ada);
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const items = Array.from({ length: lines }, (_, index) => {
    return { amount: `10.${String(index).padStart(2, '0')}`, destinationAccountId, reference: `salary-${index}` };
  });
  const { batchId } = await sluice.createPayoutBatch({ externalReferenceId: 'salaries', items });
  const { counts } = await until('the run is completed', async () => {
    const batch = await sluice.getPayoutBatch({ batchId });
    return batch.status === 'completed' ? batch : undefined;
  });
  assert.deepEqual(counts, { pending: 0, valid: 0, invalid: 0, created: lines, create_failed: 0 });
  const orders = await until('every payout of the run is completed', async () => {
    const { data } = await sluice.listOrders({ limit: 100 });
    return data.every(({ status }) => status === 'completed') ? data : undefined;
  });
  assert.deepEqual(
    orders.map(({ reference, sourceAmount }) => `${reference} ${sourceAmount}`).sort(),
    items.map(({ reference, amount }) => `${reference} ${amount}`).sort(),
  );
  const completed = (await readFeed(organization)).filter(({ type }) => type === 'payout.completed');
  assert.deepEqual(completed.map(({ payoutId }) => payoutId).sort(), orders.map(({ payoutId }) => payoutId).sort());
  // Lines of 10.00, 10.01 and so on, which make 512.25.
  await expectBooks(stage, organization, { available: '487.75', rows: { deposit: 1, payout: lines } });
  return `a run of ${lines} was paid, each line once`;
}
