import * as z from 'zod';
import { type AnyEndpoint, defineEndpoint } from '../../../shared/contract/endpoint.ts';
import type { DeclaredEndpoint } from '../../../shared/openapi/types.ts';

const Fee = z
  .strictObject({ amount: z.string(), currency: z.string() })
  .meta({ id: 'SampleFee', description: 'A fee.' });
const Thing = z
  .strictObject({ thingId: z.string(), status: z.enum(['pending', 'done']), fee: Fee.optional() })
  .meta({ id: 'SampleThing' });

const unreachable = () => Promise.reject(new Error('never called'));

export const createThing = defineEndpoint({
  operation: 'createThing',
  summary: 'Create a thing',
  method: 'POST',
  path: '/payments/organizations/{orgId}/things/{kind}',
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  rateClass: 'high-volume',
  idempotency: 'required',
  duplicateGuard: true,
  audit: 'thing.create',
  body: z.strictObject({ amount: z.string().describe('Decimal.'), note: z.string().default('none') }),
  responses: {
    200: { description: 'The thing.', schema: Thing },
    202: { description: 'Held.', schema: z.object({ status: z.literal('pending_approval') }) },
  },
  errors: ['INSUFFICIENT_BALANCE'],
  tableAccess: 'write',
  handle: unreachable,
});

export const listThings = defineEndpoint({
  operation: 'listThings',
  summary: 'List things',
  method: 'GET',
  path: '/payments/organizations/{orgId}/things',
  callers: ['key'],
  scope: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  query: z.strictObject({
    cursor: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(100).describe('Rows a page.'),
    size: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
    createdAfter: z.iso.datetime({ offset: true }).optional(),
  }),
  responses: {
    200: { description: 'A page.', schema: z.object({ data: z.array(Thing), nextCursor: z.string().optional() }) },
  },
  errors: [],
  tableAccess: 'read',
  handle: unreachable,
});

export const getHealth = defineEndpoint({
  operation: 'getHealth',
  summary: 'Health',
  method: 'GET',
  path: '/health',
  callers: ['public'],
  scope: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'Alive.', schema: z.object({ ok: z.boolean() }) } },
  errors: [],
  tableAccess: 'none',
  handle: unreachable,
});

export function declared(...endpoints: AnyEndpoint[]): DeclaredEndpoint[] {
  return endpoints.map((declaration) => ({ file: `things/${declaration.operation}.ts`, declaration }));
}
