import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listCheckoutScenarios } from '../../shared/providers/sandbox/cards/list-checkout-scenarios.ts';

const CheckoutScenarioView = z
  .object({
    scenario: z.string().meta({ description: 'A stable one-word name of the outcome.' }),
    digits: z.string().meta({
      description:
        'The last two digits, in minor units, that select the outcome: of the total, or of the refund amount.',
    }),
    of: z.enum(['payment', 'publishing', 'refund']).meta({
      description: 'The amount whose digits select the outcome: a payment, the publishing of a link, or a refund.',
    }),
    description: z.string().meta({ description: 'What happens, in a sentence.' }),
    steps: z
      .array(
        z.object({
          afterSeconds: z.number().meta({ description: 'Seconds since the payment or refund was created.' }),
          status: z
            .enum(['pending', 'paid', 'succeeded', 'failed', 'silent'])
            .meta({ description: 'What the acquirer reports at that time. `silent` means no report.' }),
          dispute: z
            .enum(['chargeback', 'inquiry', 'open', 'won', 'lost'])
            .optional()
            .meta({ description: 'The dispute that is opened or decided at that time. Absent if there is none.' }),
        }),
      )
      .meta({ description: 'What the acquirer reports over time, counted from the payment or refund.' }),
  })
  .meta({ id: 'CheckoutScenario', description: 'An outcome and the digits that select it.' });

const TestCardView = z
  .object({
    number: z.string().meta({ description: 'The card number to enter on the sandbox page.' }),
    brand: z.string().meta({ description: 'The card scheme.' }),
    declined: z
      .string()
      .optional()
      .meta({ description: 'Why the card is declined. Absent for a card that is charged.' }),
  })
  .meta({ id: 'TestCard', description: 'A sandbox test card.' });

export const endpoint = defineEndpoint({
  operation: 'listCheckoutScenarios',
  summary: 'List checkout sandbox outcomes',
  description: 'The outcomes selected by the last two digits of a total or of a refund amount, and the test cards.',
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
        cards: z
          .array(TestCardView)
          .meta({ description: 'The cards that the sandbox page accepts. It accepts no others.' }),
      }),
    },
  },
  tableAccess: 'none',
  handle: async () => reply(200, listCheckoutScenarios()),
});
