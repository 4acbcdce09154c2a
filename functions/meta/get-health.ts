import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { reply } from '../../shared/contract/reply.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { refTo } from '../../shared/ground/table/expressions.ts';
import { sharedCaching } from '../../shared/http/render.ts';
import { OrganizationEntity } from '../../shared/identity/organization.ts';

/** No organization has this id. A read that finds nothing needs the table as much as one that finds something. */
const organizationId = 'health';

/**
 * Seconds during which an edge location asks the table at most once, however many callers ask the edge, even while the
 * table is down.
 */
const sharedSeconds = 5;

export const endpoint = defineEndpoint({
  operation: 'getHealth',
  summary: 'Check the health of the service',
  description:
    'Reads the table once. The answer is cached for five seconds, so there is no point in asking more often.',
  method: 'GET',
  path: '/health',
  callers: ['public'],
  scope: 'read',
  canBeUnavailable: true,
  responses: {
    200: {
      description: 'It works.',
      schema: z.object({
        status: z.literal('ok').meta({ description: 'Always `ok`. A service that is not healthy answers 503.' }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR'],
  handle: async ({ runtime }) => {
    await runtime.store.get(refTo(OrganizationEntity, { organizationId })).catch((cause) => {
      runtime.log.error('the table does not answer', { error: cause });
      throw new ServiceError('INTERNAL', 'the table does not answer', { status: 503, sharedSeconds, cause });
    });
    return { ...reply(200, { status: 'ok' as const }), headers: sharedCaching(sharedSeconds) };
  },
});
