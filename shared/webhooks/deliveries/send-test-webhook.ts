import * as z from 'zod';
import { reply } from '../../contract/reply.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import type { EventType } from '../../journal/rows/event.ts';
import { eventId } from '../../journal/rows/event-id.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requireEndpoint } from '../endpoints/change-endpoint.ts';
import { endpointRef } from '../endpoints/endpoint.ts';
import { presentEndpoint } from '../endpoints/present-endpoint.ts';
import { requireDeveloper } from '../endpoints/require-developer.ts';
import { attemptDelivery } from '../sender/attempt-delivery.ts';
import { exampleEvent } from './example-event.ts';

/** Shorter than the ten seconds that a function can run. */
const timeoutMs = 5_000;

export const TestEventView = z
  .object({
    eventId: z.string().meta({ description: 'The `svc-id` of the delivery. The example is not in the feed.' }),
    accepted: z.boolean().meta({ description: 'Whether the answer was a 2xx.' }),
    responseStatus: z
      .int()
      .optional()
      .meta({ description: 'The HTTP status of the answer. Absent if there was none.' }),
    error: z.string().optional().meta({ description: 'What the endpoint answered, or why there was no answer.' }),
  })
  .meta({ id: 'WebhookTestResult', description: 'The result of sending the example.' });

/**
 * Sends an endpoint an example event of a type, signed like every delivery, and returns the result. It writes no
 * delivery and does not change the endpoint's health.
 * @throws ServiceError NOT_FOUND, DEVELOPER_FEATURE_DISABLED, ACCOUNT_BLOCKED
 */
export async function sendTestWebhook(
  runtime: Runtime<'sealing' | 'receivers'>,
  organization: Organization,
  { endpointId, type }: { readonly endpointId: string; readonly type: EventType },
  execution: Execution,
) {
  refuseSuspended(organization);
  requireDeveloper(organization);
  const { organizationId, mode } = organization;
  const endpoint = requireEndpoint(await runtime.store.get(endpointRef(organizationId, endpointId)));
  // The claim comes before the attempt, so that a repeated request gets the first response and sends nothing.
  await claimOf(execution);
  const event = exampleEvent(type, {
    organizationId,
    livemode: mode === 'live',
    endpoint: presentEndpoint(endpoint, undefined),
    now: runtime.clock(),
  });
  const answer = await attemptDelivery(runtime, endpoint, event, timeoutMs);
  const body = {
    eventId: eventId(event),
    accepted: answer.accepted,
    ...(answer.status !== undefined && { responseStatus: answer.status }),
    ...(!answer.accepted && { error: answer.error }),
  };
  return commitWithoutHead(runtime, [], { reply: reply(200, body), resourceId: endpointId }, execution);
}
