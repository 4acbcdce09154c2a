import { defineOperation } from '../../shared/contract/operation.ts';
import { creditPayment } from '../../shared/operations/moves/credit-payment.ts';
import { moveMoney } from '../../shared/operations/proposals/move-money.ts';

export const operation = defineOperation({
  name: creditPayment.name,
  summary: 'Credit a bank transfer to the checkout payment with the matching reference',
  audit: 'checkout_payment.credit',
  input: creditPayment.input,
  movesMoney: true,
  handle: (call) => moveMoney(call, creditPayment),
});
