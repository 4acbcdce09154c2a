import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { CorridorView, presentCorridor } from '../../shared/corridors/catalog/present-corridor.ts';
import { selfFundedCorridors, servedCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { withServedVaults } from '../../shared/corridors/recipients/served-vaults.ts';

export const endpoint = defineEndpoint({
  operation: 'listCorridors',
  summary: 'List corridors',
  description:
    'The countries and currencies you can send money to, with the allowed amounts and the fields that a recipient needs there.',
  method: 'GET',
  path: `${P}/corridors`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: {
    200: {
      description: 'Every corridor from the settlement currency. Corridors with `funding` come last.',
      schema: z.object({ data: rowsOf(CorridorView) }),
    },
  },
  errors: ['VALIDATION_ERROR'],
  uses: ['corridors'],
  handle: async ({ organization, runtime }) => {
    const able = await withServedVaults(runtime.store, organization);
    const corridors = [...servedCorridors(runtime, able), ...selfFundedCorridors(runtime, organization)];
    return reply(200, { data: corridors.map(presentCorridor) });
  },
});
