import * as z from 'zod';
import { maxUsableOfLineage } from '../../shared/access/api-keys/key-lineage.ts';
import { keyTextFields, refusePrivateKeys } from '../../shared/access/api-keys/registered-key.ts';
import { RotationView, rotateApiKey } from '../../shared/access/api-keys/rotate-api-key.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { InstantParameter } from '../../shared/contract/fields.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { apiKeyRef } from '../../shared/identity/api-key.ts';

export const endpoint = defineEndpoint({
  operation: 'rotateApiKey',
  summary: 'Rotate an API key',
  description:
    'Registers a successor with the same scopes, allowed addresses, issuer and lifetime, and sets a deadline for ' +
    'the key. Owners and admins can rotate any key of their organization. A key can rotate only itself, whatever ' +
    'its scopes; it then keeps its signing scheme, and the owners are notified by email. Whoever rotates a key ' +
    'shares responsibility for its successors with the issuer: neither may vote on what those keys request. A ' +
    "key cannot be rotated once it has ended. Rotation is also refused with `CONFLICT` while the key's successor " +
    `is usable, or while ${maxUsableOfLineage} keys of its lineage are usable. A deadline is never postponed.`,
  method: 'POST',
  path: '/api-keys/{id}/rotate',
  findOrganization: async ({ id = '' }, store) => (await store.get(apiKeyRef(id)))?.organizationId,
  callers: ['key', 'session'],
  // A key with only read access must be able to replace itself.
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
          'When the predecessor ends: ISO 8601 with a time zone, at most 30 days from now. Defaults to 24 hours from ' +
          'now, and is never later than the expiry of the predecessor.',
      }),
    })
    .meta({ id: 'RotateApiKey', description: 'The public key of the successor.' }),
  responses: {
    201: { description: 'The successor, and the time at which its predecessor ends.', schema: RotationView },
  },
  errors: ['BAD_REQUEST', 'CONFLICT'],
  uses: ['sealing'],
  handle: async ({ parameters: { id }, body, caller, organization: { organizationId }, runtime, execution }) => {
    if (caller.kind === 'key' && caller.key.id !== id)
      throw new ServiceError('FORBIDDEN', 'a key can rotate only itself');
    const by = caller.kind === 'key' ? undefined : memberOf(caller);
    return rotateApiKey(runtime, { ...body, organizationId, id, by }, execution);
  },
});
