// Sells a mug through a link, and says who has paid: npx node examples/checkout.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const clientReferenceId = 'mug';

const { linkId, total, currency, shareUrl } = (await find()) ?? (await sell());
console.log(`${total} ${currency}, to be paid at ${shareUrl}`);

for (;;) {
  // Only this read shows who has paid. A browser that returns to your page does not prove a payment.
  const { data } = await sluice.listCheckoutPayments({ linkId });
  for (const { id, status, amountBase, decimals, method } of data) {
    console.log(id, status, (amountBase / 10 ** decimals).toFixed(decimals), method);
  }
  if (data.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/** The link of an earlier run. */
async function find() {
  for await (const link of sluice.listLinks({ status: 'sent' })) {
    if (link.clientReferenceId === clientReferenceId) return link;
  }
  return undefined;
}

async function sell() {
  const link = await sluice.createLink(
    {
      currency: 'USD',
      items: [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }],
      clientReferenceId,
      publish: true,
    },
    { idempotencyKey: `sell-${clientReferenceId}` },
  );
  // A link that could not be published is kept as a draft.
  if (link.publishError) throw new Error(link.publishError.message);
  return link;
}
