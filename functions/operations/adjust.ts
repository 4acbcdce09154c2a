import * as z from 'zod';
import { AmountText, CurrencyCode, Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { readAmount } from '../../shared/ground/money/read-amount.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { adjustBalance } from '../../shared/operations/adjust-balance.ts';

export const operation = defineOperation({
  name: 'adjust',
  summary: 'Correct a balance by a ledger row; never below zero',
  audit: 'balance.adjust',
  input: z.strictObject({
    organizationId: Id,
    direction: z.enum(['credit', 'debit']),
    amount: AmountText,
    currency: CurrencyCode,
    reason: label(500).meta({ description: 'Stands in the ledger, where the organization reads it.' }),
  }),
  idempotency: 'required',
  tableAccess: 'write',
  handle: async ({ input, organization: { organizationId }, runtime, execution }) => {
    refuseNotPositive(input);
    const adjustment = { ...input, amount: readAmount(input.amount, input.currency) };
    return adjustBalance(runtime, organizationId, adjustment, execution);
  },
});

export const handler = serveOperation(operation);
