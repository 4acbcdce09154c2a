import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { eventTypes } from '../../journal/rows/event.ts';
import type { WebhookCursor } from './cursor.ts';
import { disabledReasons, type WebhookEndpoint } from './endpoint.ts';

export const WebhookEndpointView = z
  .object({
    id: z.string().meta({ description: 'Names the endpoint in paths.' }),
    url: z.string().meta({ description: 'Where events are sent.' }),
    description: z.string().optional().meta({ description: 'Yours; absent where none was given.' }),
    events: z.array(openEnum(eventTypes)).meta({ description: 'Types that it is sent; empty: all default types.' }),
    enabled: z.boolean().meta({ description: 'Whether it is sent events.' }),
    disabledReason: z
      .enum(disabledReasons)
      .optional()
      .meta({ description: 'Why it is disabled, where nobody paused it.' }),
    consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last that was accepted.' }),
    lastSuccessAt: Instant.optional(),
    lastFailureAt: Instant.optional(),
    lastError: z.string().optional().meta({ description: 'The beginning of the answer to the last failed attempt.' }),
    nextProbeAt: Instant.optional().meta({
      description:
        'Present while events of some type are held back because attempts fail: when the next ones are tried.',
    }),
    createdAt: Instant,
  })
  .meta({ id: 'WebhookEndpoint', description: 'A receiver of events, with its health.' });

const Secret = z.string().meta({ description: 'Signs the deliveries; shown once.', examples: ['whsec_…'] });

export const RegisteredWebhookEndpointView = WebhookEndpointView.extend({ secret: Secret }).meta({
  id: 'RegisteredWebhookEndpoint',
  description: 'An endpoint with its signing secret.',
});

export const RotatedWebhookEndpointView = WebhookEndpointView.extend({
  secret: Secret,
  previousValidUntil: Instant.meta({ description: 'Until then the secret before signs too.' }),
}).meta({ id: 'RotatedWebhookEndpoint', description: 'An endpoint with its new signing secret.' });

export type WebhookEndpointBody = z.infer<typeof WebhookEndpointView>;
export type RegisteredWebhookEndpointBody = z.infer<typeof RegisteredWebhookEndpointView>;
export type RotatedWebhookEndpointBody = z.infer<typeof RotatedWebhookEndpointView>;

/**
 * An endpoint as the API shows it, never with its secret (specification, Webhook endpoint and delivery).
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
