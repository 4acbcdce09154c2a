import * as z from 'zod';
import { label } from '../../contract/fields.ts';
import { type EventType, eventTypes } from '../../journal/rows/event.ts';

/**
 * The types that an endpoint can name. Events about other endpoints are sent only to endpoints that name no types
 * (specification, Event types).
 */
export const subscribableTypes = eventTypes.filter((type) => type !== 'webhook_endpoint.disabled');

/**
 * URLs are printable ASCII only, so that the URL that is shown is exactly the URL that is called. A URL parser would
 * drop line breaks. An internationalized name must be written in punycode. Registration refuses other texts that a
 * parser would change.
 */
const EndpointUrl = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\/[\x21-\x7e]+$/, { error: 'must begin with https:// and be printable ASCII', abort: true })
  .refine((text) => URL.canParse(text), 'is not a URL')
  .meta({ description: 'Where events are sent: https, at a public address.', examples: ['https://example.com/hooks'] });

const Subscription = z
  .array(z.enum(subscribableTypes as [EventType, ...EventType[]]))
  .max(subscribableTypes.length)
  .superRefine((types, context) => {
    for (const [index, type] of types.entries()) {
      if (types.indexOf(type) === index) continue;
      context.addIssue({ code: 'custom', path: [index], message: 'is named more than once' });
    }
  });

export const NewWebhookEndpoint = z
  .strictObject({
    url: EndpointUrl,
    events: Subscription.default([]).meta({
      description:
        'The event types to send, each listed once. If absent or empty, all types about payouts, batches and approvals, and `webhook_endpoint.disabled`, which cannot be named.',
      examples: [['payout.completed', 'deposit.completed']],
    }),
    description: label(140).optional().meta({ description: 'Your own text, to tell endpoints apart.' }),
  })
  .meta({ id: 'NewWebhookEndpoint', description: 'The address to send events to, and the types to send.' });

export type EndpointRequest = z.infer<typeof NewWebhookEndpoint>;
