import * as z from 'zod';
import { maxUsableOfLineage } from '../../shared/access/api-keys/key-lineage.ts';
import { keyTextFields, refusePrivateKeys } from '../../shared/access/api-keys/registered-key.ts';
import { RotationView, rotateApiKey } from '../../shared/access/api-keys/rotate-api-key.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { InstantParameter } from '../../shared/contract/fields.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { apiKeyRead } from '../../shared/identity/api-key.ts';

export const endpoint = defineEndpoint({
  operation: 'rotateApiKey',
  summary: 'Rotate an API key',
  description:
    'Registers a successor with the scopes, pins, issuer and lifetime of the key, and gives the key a deadline. Owners and ' +
    'admins rotate any key of their organization, a key only itself, whatever its scopes; it keeps its scheme then, and the ' +
    'owners are mailed. Who rotates a key answers for its successors beside its issuer: neither votes on what those ask for. ' +
    'A key that has ended cannot be rotated, nor (`CONFLICT`) one whose successor can be used, nor one of a line of which ' +
    `${maxUsableOfLineage} keys can be used. A deadline is never put off.`,
  method: 'POST',
  path: '/api-keys/{id}/rotate',
  findOrganization: async ({ id = '' }, store) => (await store.get(apiKeyRead(id)))?.organizationId,
  callers: ['key', 'session'],
  // A key that may only read must be able to replace itself.
  scope: 'read',
  permission: 'keys.manage',
  idempotency: 'optional',
  audit: 'api_key.rotate',
  refuseEarly: refusePrivateKeys,
  body: z
    .strictObject({
      ...keyTextFields,
      deadline: InstantParameter.optional().meta({
        description:
          'When the predecessor ends: ISO 8601 with a time zone, within 30 days; 24 hours from now when absent. Never later than its expiry.',
      }),
    })
    .meta({ id: 'RotateApiKey', description: 'The public key of the successor.' }),
  responses: { 201: { description: 'The successor, and when its predecessor ends.', schema: RotationView } },
  errors: ['BAD_REQUEST', 'CONFLICT'],
  uses: ['sealing'],
  handle: async ({ parameters: { id }, body, caller, organization: { organizationId }, runtime, execution }) => {
    if (caller.kind === 'key' && caller.key.id !== id)
      throw new ServiceError('FORBIDDEN', 'a key may rotate only itself');
    const by = caller.kind === 'key' ? undefined : memberOf(caller);
    return rotateApiKey(runtime, { ...body, organizationId, id, by }, execution);
  },
});
