// Registers a recipient as your records have it. With --retire it takes the place of one that was registered by mistake.
import { readFileSync } from 'node:fs';
import { Sluice, SluiceError } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));

const { recipientId, methods } = await register().catch(retireAndRegister);
console.log(recipientId, methods[0]?.destinationAccountId);

function register() {
  return sluice.createRecipient({
    type: 'individual',
    name: 'Grace Hopper',
    country: 'FR',
    externalId: 'supplier-17',
    method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'FR14 2004 1010 0505 0001 3M02 606' } },
  });
}

async function retireAndRegister(error: unknown) {
  if (!(error instanceof SluiceError) || error.type !== 'BENEFICIARY_EXTERNAL_ID_CONFLICT') throw error;
  const { existingRecipientId = '' } = error.extras;
  // The detail names the fields that differ. A person decides which side is wrong.
  console.log(existingRecipientId, error.detail);
  if (!process.argv.includes('--retire')) process.exit(1);
  await sluice.retireRecipient({ recipientId: existingRecipientId });
  return register();
}
