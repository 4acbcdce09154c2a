import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';
import type { Paid } from './payouts.ts';

/** Salaries as one run, of which a line is invalid; and a run that is canceled. */
export async function payAsOneRun(story: Storyteller, { key }: Cast, { destinationAccountId }: Paid): Promise<void> {
  const items = [
    { amount: '120.00', destinationAccountId, reference: 'salary-march-ada' },
    { amount: '0', destinationAccountId, reference: 'salary-march-nobody' },
  ];
  const { batchId } = await story.tell('createPayoutBatch', key, {
    body: { externalReferenceId: 'salaries-march', items },
  });
  await story.pass(20_000);
  await story.tell('getPayoutBatch', key, { path: { batchId } });
  await story.tell('listPayoutBatches', key, { query: { externalReferenceId: 'salaries-march' } });
  await story.tell('confirmPayoutBatch', key, { path: { batchId } });
  await story.pass(60_000);
  await story.tell('listPayoutBatchItems', key, { path: { batchId } });

  const { batchId: canceled } = await story.tell('createPayoutBatch', key, {
    body: {
      externalReferenceId: 'bonuses-march',
      autoCommit: false,
      items: [{ amount: '10.00', destinationAccountId, reference: 'bonus-march-ada' }],
    },
  });
  await story.pass(20_000);
  await story.tell('cancelPayoutBatch', key, { path: { batchId: canceled } });
}
