import * as z from 'zod';
import { CorridorView, presentCorridor } from '../../shared/corridors/present-corridor.ts';
import { servedCorridors } from '../../shared/corridors/served-corridors.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { P } from '../../shared/http/paths.ts';
import { reply } from '../../shared/http/reply.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'listCorridors',
  summary: 'List corridors',
  description: 'Where money can be sent, within which amounts, and which fields a recipient there needs.',
  method: 'GET',
  path: `${P}/corridors`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'Every corridor.', schema: z.object({ data: z.array(CorridorView) }) } },
  errors: ['VALIDATION_ERROR'],
  tableAccess: 'read',
  handle: async ({ organization, runtime }) => {
    const corridors = servedCorridors(runtime, organization.mode);
    return reply(200, { data: corridors.map(presentCorridor) });
  },
});

export const handler = serve(endpoint);
