import * as z from 'zod';
import {
  creditRefs,
  creditTransfer,
  transferCreditedBefore,
} from '../../checkout/methods/bank/payments/credit-transfer.ts';
import { PaymentReference } from '../../checkout/payments/reference.ts';
import { AmountText, CurrencyCode, Id, label } from '../../contract/fields.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { refuseNotPositive } from '../../ground/money/refuse-not-positive.ts';
import { comparedForm } from '../../ground/text/compared-form.ts';
import { defineMovement, moving } from './move.ts';

/** Credits a bank transfer to the checkout payment with its reference. */
export const creditPayment = defineMovement({
  name: 'credit-payment',
  input: z.strictObject({
    organizationId: Id,
    amount: AmountText,
    currency: CurrencyCode,
    reference: PaymentReference.meta({
      description: "The buyer's text on the transfer. It must contain the payment reference RF…",
    }),
    externalId: label(128).meta({ description: "The bank's id of the transfer, which is credited only once." }),
  }),
  move: (runtime, input) => {
    refuseNotPositive(input);
    const { amount: text, ...named } = input;
    const transfer = { ...named, amount: readAmount(text, input.currency) };
    const suffix = runtime.ids.suffix(runtime.clock());
    return moving({
      reads: creditRefs(transfer),
      about: comparedForm(transfer.externalId),
      money: () => ({ currency: transfer.currency, minor: transfer.amount }),
      decide: (found, draft) => creditTransfer(draft, found, transfer, suffix),
      doneBefore: () => transferCreditedBefore(runtime, transfer),
    });
  },
});
