import * as z from 'zod';
import { label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { secretNames } from '../../shared/ports/secrets.ts';

/** The operation is about no organization, so it is recorded in the log. */
export const operation = defineOperation({
  name: 'rotate-secret',
  summary: 'Replace a secret of the stage; what the previous one protects stays valid',
  audit: 'secret.rotate',
  input: z.strictObject({
    secret: z.enum(secretNames),
    reason: label(500).meta({ description: 'The reason for the change; logged.' }),
  }),
  tableAccess: 'none',
  uses: ['secretRotation'],
  handle: async ({ input: { secret, reason }, runtime: { rotation, log }, actorUserId }) => {
    if (!rotation) throw new ServiceError('CONFLICT', 'the secrets of this stack cannot be rotated');
    log.info('a secret is to be rotated', { secret, reason, actorUserId });
    const version = await rotation.rotate(secret);
    log.info('a secret was rotated', { secret, version, reason, actorUserId });
    return { secret, version };
  },
});
