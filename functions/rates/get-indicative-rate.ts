import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { AmountText, CurrencyCode } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getIndicativeRate, IndicativeRateView } from '../../shared/payouts/pricing/get-indicative-rate.ts';

/** The amount as a query parameter. Unlike in a body, an amount of zero is a fault of the field (design, rates). */
const AmountParameter = AmountText.refine((text) => !/^0(\.0*)?$/.test(text), 'is not positive');

export const endpoint = defineEndpoint({
  operation: 'getIndicativeRate',
  summary: 'Get an indicative rate',
  description:
    'A price without a recipient. It is not locked: create a quote for that. An amount that no quote would accept is refused.',
  method: 'GET',
  path: `${P}/rates`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    from: CurrencyCode.meta({ description: 'The currency that is debited (ISO 4217).' }),
    to: CurrencyCode.meta({ description: 'The currency that arrives (ISO 4217).', examples: ['EUR'] }),
    amount: AmountParameter.default('100').meta({ description: 'The amount in `from`. Defaults to 100.' }),
  }),
  responses: { 200: { description: 'The current price.', schema: IndicativeRateView } },
  errors: ['BAD_REQUEST', 'INDICATIVE_PRICING_UNAVAILABLE', 'QUOTE_NOT_POSITIVE', 'CURRENCY_PRECISION_MISMATCH'],
  uses: ['prices'],
  handle: async ({ query, organization, runtime }) => reply(200, await getIndicativeRate(runtime, organization, query)),
});
