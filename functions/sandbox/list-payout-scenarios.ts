import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CountryCode, CurrencyCode, Id, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { servedBankCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { failureCodes } from '../../shared/ports/failure-codes.ts';
import { listPayoutScenarios } from '../../shared/providers/sandbox/payouts/list-payout-scenarios.ts';

const PayoutScenarioView = z
  .object({
    corridorId: z.string().meta({ description: 'The id of a corridor from the listing.' }),
    country: CountryCode,
    currency: CurrencyCode,
    outcome: z.string().meta({ description: 'A stable one-word name of the outcome.' }),
    description: z.string().meta({ description: 'What happens, in a sentence.' }),
    status: z
      .enum(['completed', 'failed', 'returned'])
      .optional()
      .meta({ description: 'The final status of the payout.' }),
    failureCode: z
      .enum(failureCodes)
      .optional()
      .meta({ description: 'The failure code of the payout. Absent if it does not fail.' }),
    fundsReturned: z
      .boolean()
      .optional()
      .meta({ description: 'The failure reason of the payout. Absent if it does not fail.' }),
    error: z
      .string()
      .optional()
      .meta({ description: 'The error returned on creating the recipient, instead of a payout outcome.' }),
    recipientDetails: z
      .record(z.string(), z.string())
      .meta({ description: 'Send it as `method.recipientDetails` when creating a recipient.' }),
  })
  .meta({ id: 'PayoutScenario', description: 'An account whose payouts all have the same outcome.' });

export const endpoint = defineEndpoint({
  operation: 'listPayoutScenarios',
  summary: 'List payout sandbox outcomes',
  description:
    'For each corridor and outcome, a complete valid account whose payouts end that way. The page of a payout link accepts these accounts, too.',
  method: 'GET',
  path: `${P}/sandbox/scenarios`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  sandboxOnly: true,
  query: z.strictObject({
    corridorId: Id.optional().meta({ description: 'Only outcomes of this corridor. All when absent.' }),
  }),
  responses: { 200: { description: 'Every outcome.', schema: z.object({ data: rowsOf(PayoutScenarioView) }) } },
  uses: ['corridors'],
  handle: async ({ query: { corridorId }, organization, runtime }) => {
    const corridors = servedBankCorridors(runtime, organization);
    const wanted = corridors.filter((corridor) => corridor.corridorId === (corridorId ?? corridor.corridorId));
    return reply(200, { data: listPayoutScenarios(wanted) });
  },
});
