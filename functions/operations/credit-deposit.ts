import * as z from 'zod';
import { AmountText, CurrencyCode, Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { readAmount } from '../../shared/ground/money/read-amount.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { creditBankTransfer } from '../../shared/payouts/deposits/credit-bank-transfer.ts';

export const operation = defineOperation({
  name: 'credit-deposit',
  summary: 'Credit a bank transfer; one that is short of what was expected is held',
  audit: 'deposit.credit',
  input: z.strictObject({
    organizationId: Id,
    amount: AmountText,
    currency: CurrencyCode,
    externalId: label(128).meta({ description: "The bank's id of the transfer: credited once, ever." }),
    expected: AmountText.optional().meta({ description: 'What was to come in; a smaller amount is held.' }),
    reference: label(255).optional().meta({ description: "The sender's." }),
  }),
  tableAccess: 'write',
  handle: ({ input, organization: { organizationId }, runtime, execution }) => {
    refuseNotPositive(input);
    const { amount, currency, expected, externalId, reference } = input;
    const transfer = {
      amount: readAmount(amount, currency),
      currency,
      externalId,
      ...(expected !== undefined && { expected: readAmount(expected, currency) }),
      ...(reference !== undefined && { reference }),
    };
    return creditBankTransfer(runtime, organizationId, transfer, execution);
  },
});

export const handler = serveOperation(operation);
