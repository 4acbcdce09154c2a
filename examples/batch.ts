// Pays three salaries as one run, once, however often it runs: npx node examples/batch.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const externalReferenceId = 'salaries-january';

// A reference belongs to one run for good: a later run of this program finds it.
const { data: earlier } = await sluice.listPayoutBatches({ externalReferenceId });
const { batchId } = earlier[0] ?? (await submit());

for (;;) {
  const { status, counts } = await sluice.getPayoutBatch({ batchId });
  console.log(status, counts);
  if (status === 'completed' || status === 'canceled') break;
  // It waits here if a line is invalid, and goes on with the others.
  if (status === 'awaiting_confirmation') await sluice.confirmPayoutBatch({ batchId });
  await new Promise((resolve) => setTimeout(resolve, 500));
}
for await (const { index, status, payoutId, errors } of sluice.listPayoutBatchItems({ batchId })) {
  console.log(index, status, payoutId ?? errors);
}

async function submit() {
  await sluice.fundSandbox({ amount: '1000.00' });
  const { methods } = await sluice.createRecipient({
    type: 'individual',
    name: 'Ada Lovelace',
    country: 'DE',
    externalId: 'ada',
    method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
  });
  const [account] = methods;
  if (!account) throw new Error('This recipient has no account.');
  const { destinationAccountId } = account;
  // The last line has more places than its currency.
  const items = ['100.00', '120.00', '1.005'].map((amount, index) => {
    return { amount, destinationAccountId, reference: `${externalReferenceId}-${index}` };
  });
  return sluice.createPayoutBatch({ externalReferenceId, items }, { idempotencyKey: `run-${externalReferenceId}` });
}
