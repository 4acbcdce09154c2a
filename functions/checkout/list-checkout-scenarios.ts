import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listCheckoutScenarios } from '../../shared/providers/sandbox/cards/list-checkout-scenarios.ts';

const CheckoutScenarioView = z
  .object({
    scenario: z.string().meta({ description: 'What happens, in one word; stable.' }),
    digits: z.string().meta({
      description: 'The last two digits in minor units that choose it: of the total, or of the amount of a refund.',
    }),
    of: z
      .enum(['payment', 'publishing', 'refund'])
      .meta({ description: 'What the digits are read of: a payment, the publishing of a link, or a refund.' }),
    description: z.string().meta({ description: 'What happens, in a sentence.' }),
    steps: z
      .array(
        z.object({
          afterSeconds: z.number().meta({ description: 'Seconds since the payment or refund was made.' }),
          status: z
            .enum(['pending', 'paid', 'succeeded', 'failed', 'silent'])
            .meta({ description: 'What is said of it then; `silent`: nothing at all.' }),
          dispute: z
            .enum(['chargeback', 'inquiry', 'open', 'won', 'lost'])
            .optional()
            .meta({ description: 'The dispute that is opened or decided then; absent where there is none.' }),
        }),
      )
      .meta({ description: 'What the acquirer says from when on, counted from the payment or refund.' }),
  })
  .meta({ id: 'CheckoutScenario', description: 'One outcome and the digits that choose it.' });

const TestCardView = z
  .object({
    number: z.string().meta({ description: 'To type into the page of the sandbox.' }),
    brand: z.string().meta({ description: 'The card scheme.' }),
    declined: z.string().optional().meta({ description: 'Why it is declined; absent for a card that is charged.' }),
  })
  .meta({ id: 'TestCard', description: 'A card of the sandbox.' });

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
  responses: {
    200: {
      description: 'Every outcome.',
      schema: z.object({
        data: rowsOf(CheckoutScenarioView),
        cards: z.array(TestCardView).meta({ description: 'What the card page of the sandbox takes; no other number.' }),
      }),
    },
  },
  tableAccess: 'none',
  handle: async () => reply(200, listCheckoutScenarios()),
});
