import * as z from 'zod';
import document from '../../docs/openapi.json' with { type: 'json' };
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { reply } from '../../shared/contract/reply.ts';
import { serve } from '../../shared/lambda/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'getOpenApi',
  summary: 'Read this API as an OpenAPI 3.1 document',
  description: 'It changes with a release only, and is cached for five minutes.',
  method: 'GET',
  path: '/openapi.json',
  callers: ['public'],
  scope: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'The document.', schema: z.record(z.string(), z.unknown()) } },
  errors: ['VALIDATION_ERROR'],
  tableAccess: 'none',
  // The same for everybody, and for as long as a release: the edge keeps it, and compresses it.
  handle: async () => ({ ...reply(200, document), headers: { 'cache-control': 'public, max-age=300' } }),
});

export const handler = serve(endpoint);
