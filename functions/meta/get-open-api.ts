import * as z from 'zod';
import document from '../../docs/openapi.json' with { type: 'json' };
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'getOpenApi',
  summary: 'Get this API as an OpenAPI 3.1 document',
  description: 'Changes only with a release; cached for five minutes.',
  method: 'GET',
  path: '/openapi.json',
  callers: ['public'],
  scope: 'read',
  responses: {
    200: {
      description: 'The document.',
      schema: z.looseObject({ openapi: z.string().meta({ description: 'The OpenAPI version.' }) }),
    },
  },
  errors: ['VALIDATION_ERROR'],
  tableAccess: 'none',
  // The document is the same for every caller and does not change within a release, so the edge may cache and compress
  // it.
  handle: async () => ({ ...reply(200, document), headers: { 'cache-control': 'public, max-age=300' } }),
});
