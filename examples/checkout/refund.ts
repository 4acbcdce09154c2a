// Sells two mugs, is paid by the sandbox, and gives one back: npx node examples/checkout/refund.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));

const { linkId } = await sluice.createLink({
  currency: 'USD',
  items: [{ name: 'Mug', quantity: 2, unitAmount: '12.50' }],
  publish: true,
});
const { id: paymentId, status } = await sluice.simulateCheckoutPayment({ linkId });
console.log(paymentId, status);

try {
  // Use one key per refund: if this program runs again for the same refund, the money is not returned twice.
  await sluice.refundCheckoutPayment(
    { paymentId, amount: '12.50', reason: 'requested_by_customer', note: 'One mug was chipped' },
    { idempotencyKey: `refund-${paymentId}-1` },
  );
} catch (error) {
  // Whatever went wrong, the payment says whether the refund was made.
  console.log(error);
}

const { refundedBase, decimals, refunds } = await sluice.getCheckoutPayment({ paymentId });
console.log('refunded', (refundedBase / 10 ** decimals).toFixed(decimals));
for (const { id, status, amountBase } of refunds) console.log(id, status, amountBase);
