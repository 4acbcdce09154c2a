import * as z from 'zod';
import { listCheckoutScenarios } from '../../shared/checkout/sandbox/list-checkout-scenarios.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { serve } from '../../shared/lambda/serve.ts';

const CheckoutScenarioView = z
  .object({
    scenario: z.string(),
    digits: z.string().meta({
      description: 'The last two digits in minor units that choose it: of the total, or of the amount of a refund.',
    }),
    of: z.enum(['payment', 'publishing', 'refund']),
    description: z.string(),
    steps: z
      .array(
        z.object({
          afterSeconds: z.number(),
          status: z.enum(['pending', 'paid', 'succeeded', 'failed', 'silent']),
          dispute: z.enum(['chargeback', 'inquiry', 'open', 'won', 'lost']).optional(),
        }),
      )
      .meta({ description: 'What the acquirer says from when on, counted from the payment or refund.' }),
  })
  .meta({ id: 'CheckoutScenario' });

const TestCardView = z
  .object({
    number: z.string(),
    brand: z.string(),
    declined: z.string().optional().meta({ description: 'Why it is declined; absent for a card that is charged.' }),
  })
  .meta({ id: 'TestCard' });

export const endpoint = defineEndpoint({
  operation: 'listCheckoutScenarios',
  summary: 'List the outcomes of the sandbox of checkout',
  description: 'What the last two digits of a total, and of the amount of a refund, choose, and the test cards.',
  method: 'GET',
  path: `${C}/sandbox/scenarios`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  sandboxOnly: true,
  rateClass: 'standard',
  idempotency: 'none',
  responses: {
    200: {
      description: 'Every outcome.',
      schema: z.object({ data: z.array(CheckoutScenarioView), cards: z.array(TestCardView) }),
    },
  },
  errors: [],
  tableAccess: 'none',
  handle: async () => reply(200, listCheckoutScenarios()),
});

export const handler = serve(endpoint);
