import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { eventTypes } from '../../journal/rows/event.ts';
import type { WebhookCursor } from './cursor.ts';
import { disabledReasons, type WebhookEndpoint } from './endpoint.ts';

export const WebhookEndpointView = z
  .object({
    id: z.string().meta({ description: 'The id to use in paths.' }),
    url: z.string().meta({ description: 'Where events are sent.' }),
    description: z.string().optional().meta({ description: 'Your own reference. Absent if none was given.' }),
    events: z
      .array(openEnum(eventTypes))
      .meta({ description: 'The event types that the endpoint receives. If empty, all default types.' }),
    enabled: z.boolean().meta({ description: 'Whether the endpoint receives events.' }),
    disabledReason: z
      .enum(disabledReasons)
      .optional()
      .meta({ description: 'Why the endpoint is disabled, if nobody paused it.' }),
    consecutiveFailures: z.int().meta({ description: 'The number of failed attempts since the last accepted one.' }),
    lastSuccessAt: Instant.optional(),
    lastFailureAt: Instant.optional(),
    lastError: z.string().optional().meta({ description: 'The beginning of the answer to the last failed attempt.' }),
    nextProbeAt: Instant.optional().meta({
      description:
        'When the next held-back events are tried. Present while events of some type are held back because attempts fail.',
    }),
    createdAt: Instant,
  })
  .meta({ id: 'WebhookEndpoint', description: 'An endpoint that receives events, with its health.' });

const Secret = z
  .string()
  .meta({ description: 'The secret that signs the deliveries. Shown once.', examples: ['whsec_…'] });

export const RegisteredWebhookEndpointView = WebhookEndpointView.extend({ secret: Secret }).meta({
  id: 'RegisteredWebhookEndpoint',
  description: 'An endpoint with its signing secret.',
});

export const RotatedWebhookEndpointView = WebhookEndpointView.extend({
  secret: Secret,
  previousValidUntil: Instant.meta({ description: 'Until then, the previous secret signs too.' }),
}).meta({ id: 'RotatedWebhookEndpoint', description: 'An endpoint with its new signing secret.' });

export type WebhookEndpointBody = z.infer<typeof WebhookEndpointView>;
export type RegisteredWebhookEndpointBody = z.infer<typeof RegisteredWebhookEndpointView>;
export type RotatedWebhookEndpointBody = z.infer<typeof RotatedWebhookEndpointView>;

/**
 * Returns an endpoint as the API shows it, without its secret (specification, Webhook endpoint and delivery).
 * @param cursor absent if only part of the commit that creates or removes endpoint and cursor was visible
 */
export function presentEndpoint(
  { endpointId, url, description, events, enabled, disabledReason, createdAt }: WebhookEndpoint,
  cursor: WebhookCursor | undefined,
): WebhookEndpointBody {
  const { consecutiveFailures = 0, lastSuccessAt, lastFailureAt, lastError, probeAt } = cursor ?? {};
  return {
    id: endpointId,
    url,
    ...(description !== undefined && { description }),
    events,
    enabled,
    ...(disabledReason && { disabledReason }),
    consecutiveFailures,
    ...(lastSuccessAt !== undefined && { lastSuccessAt: timestamp(lastSuccessAt) }),
    ...(lastFailureAt !== undefined && { lastFailureAt: timestamp(lastFailureAt) }),
    ...(lastError !== undefined && { lastError }),
    ...(enabled && probeAt !== undefined && { nextProbeAt: timestamp(probeAt) }),
    createdAt,
  };
}
