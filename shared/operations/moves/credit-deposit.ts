import * as z from 'zod';
import { AmountText, CurrencyCode, Id, label } from '../../contract/fields.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { refuseNotPositive } from '../../ground/money/refuse-not-positive.ts';
import { comparedForm } from '../../ground/text/compared-form.ts';
import { creditedBefore, decideCredit } from '../../payouts/deposits/credit-bank-transfer.ts';
import { bankTransferRefs } from '../../transfers/bank-transfer.ts';
import { defineMovement, moving } from './move.ts';

/** Credits a bank transfer, or holds it. */
export const creditDeposit = defineMovement({
  name: 'credit-deposit',
  input: z.strictObject({
    organizationId: Id,
    amount: AmountText,
    currency: CurrencyCode,
    externalId: label(128).meta({ description: "The bank's id of the transfer, which is credited only once." }),
    expected: AmountText.optional().meta({ description: 'The expected amount; a smaller transfer is held.' }),
    reference: label(255).optional().meta({ description: "The sender's reference." }),
  }),
  move: (runtime, input) => {
    refuseNotPositive(input);
    const { organizationId, amount, currency, expected, externalId, reference } = input;
    const transfer = {
      amount: readAmount(amount, currency),
      currency,
      externalId,
      ...(expected !== undefined && { expected: readAmount(expected, currency) }),
      ...(reference !== undefined && { reference }),
    };
    const depositId = runtime.ids.next('dep', runtime.clock());
    return moving({
      reads: bankTransferRefs(externalId),
      about: comparedForm(externalId),
      money: () => ({ currency, minor: transfer.amount }),
      decide: ({ before, beforeByForm }, draft) =>
        before || beforeByForm ? undefined : decideCredit(draft, { ...transfer, depositId }),
      doneBefore: () => creditedBefore(runtime, organizationId, transfer),
    });
  },
});
