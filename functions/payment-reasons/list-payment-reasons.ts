import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CurrencyCode, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listPaymentReasons, PaymentReasonView } from '../../shared/payouts/pricing/payment-reason.ts';

export const endpoint = defineEndpoint({
  operation: 'listPaymentReasons',
  summary: 'List payment reasons',
  description:
    'The allowed values of `purposeOfPayment`. The ids differ by network: send back exactly one of the ids of your currency.',
  method: 'GET',
  path: `${P}/payment-reasons`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    currency: CurrencyCode.optional().meta({
      description: 'The currency that the recipient receives. The default catalog when absent.',
    }),
  }),
  responses: { 200: { description: 'The catalog.', schema: z.object({ data: rowsOf(PaymentReasonView) }) } },
  errors: ['BAD_REQUEST'],
  uses: ['corridors'],
  handle: async ({ query, organization, runtime }) =>
    reply(200, { data: [...listPaymentReasons(runtime, organization, query.currency)] }),
});
