// Pays three salaries in one batch; running it again does not pay twice: npx node examples/batch.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const externalReferenceId = 'salaries-january';

// A reference belongs to one batch for good, so a later run of this program finds that batch.
const { data: earlier } = await sluice.listPayoutBatches({ externalReferenceId });
const { batchId } = earlier[0] ?? (await submit());

for (;;) {
  const { status, counts } = await sluice.getPayoutBatch({ batchId });
  console.log(status, counts);
  if (status === 'completed' || status === 'canceled') break;
  // If a line is invalid, the batch waits for this confirmation, then goes on with the valid lines.
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
  // The last amount has more decimal places than its currency allows, so this line is invalid.
  const items = ['100.00', '120.00', '1.005'].map((amount, index) => {
    return { amount, destinationAccountId, reference: `${externalReferenceId}-${index}` };
  });
  return sluice.createPayoutBatch({ externalReferenceId, items }, { idempotencyKey: `run-${externalReferenceId}` });
}
