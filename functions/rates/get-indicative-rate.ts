import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { AmountText, CurrencyCode } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getIndicativeRate, IndicativeRateView } from '../../shared/payouts/pricing/get-indicative-rate.ts';

/** The amount as a query parameter. Unlike in a body's amount, zero is a fault of the field (design, rates). */
const AmountParameter = AmountText.refine((text) => !/^0(\.0*)?$/.test(text), 'is not positive');

export const endpoint = defineEndpoint({
  operation: 'getIndicativeRate',
  summary: 'Get an indicative rate',
  description:
    'A price without a recipient. Nothing is locked: quote for that. An amount that no quote would take is refused.',
  method: 'GET',
  path: `${P}/rates`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    from: CurrencyCode.meta({ description: 'What is debited in: ISO 4217.' }),
    to: CurrencyCode.meta({ description: 'What arrives in: ISO 4217.', examples: ['EUR'] }),
    amount: AmountParameter.default('100').meta({ description: 'In `from`; 100 when absent.' }),
  }),
  responses: { 200: { description: 'The price of the moment.', schema: IndicativeRateView } },
  errors: ['BAD_REQUEST', 'INDICATIVE_PRICING_UNAVAILABLE', 'QUOTE_NOT_POSITIVE', 'CURRENCY_PRECISION_MISMATCH'],
  uses: ['prices'],
  handle: async ({ query, organization, runtime }) => reply(200, await getIndicativeRate(runtime, organization, query)),
});
