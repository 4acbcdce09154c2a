// Pays a prize to someone who enters their account on a hosted page: npx node examples/payout-link.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const reference = 'prize-march';

// The address of a page is shown once. A later run finds the link by its reference.
const { data: earlier } = await sluice.listPayoutLinks({ reference });
const { payoutLinkId } = earlier[0] ?? (await make());

for (let status = 'open'; status === 'open'; ) {
  const link = await sluice.getPayoutLink({ payoutLinkId });
  ({ status } = link);
  if (link.waitingFor) console.log(`A payee was asked to come back later: ${link.waitingFor.code}`);
  if (link.payoutId) console.log(await sluice.getOrder({ payoutId: link.payoutId }));
  await new Promise((resolve) => setTimeout(resolve, 500));
}

async function make() {
  // This is sandbox money. It does no harm if several runs add it.
  await sluice.fundSandbox({ amount: '100.00' });
  // Use one key per prize: if two runs overlap, both get the same link.
  const link = await sluice.createPayoutLink(
    { amount: '100.00', currency: 'USD', note: 'First prize of the March competition', reference },
    { idempotencyKey: `link-${reference}` },
  );
  if (link.status === 'pending_approval') throw new Error(`Somebody has to vote on ${link.approvalId} first.`);
  console.log(`Open this as the payee: ${link.url}`);
  return link;
}
