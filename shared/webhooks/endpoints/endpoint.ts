import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { eventTypes } from '../../journal/rows/event.ts';

/** Why an endpoint is disabled, unless a user paused it (specification, Webhook endpoint and delivery). */
export const disabledReasons = ['auto_disabled_after_failures'] as const;

/** The maximum number of endpoints per organization. */
export const maxEndpoints = 50;

/** An endpoint as registered by an integrator. Only commits change it. Its progress and health are in its cursor. */
export const WebhookEndpointEntity = new Entity({
  name: 'webhookEndpoint',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    version: number(),
    url: string(),
    description: string().optional(),
    /** If empty, the endpoint receives every type that is delivered by default. */
    events: list(oneOf(...eventTypes)),
    enabled: boolean(),
    disabledReason: oneOf(...disabledReasons).optional(),
    /** The sealed secret, bound to the endpoint's id. */
    secret: string(),
    /** Previous secrets, newest first, sealed in the same way. Each signs until its `validUntil`, in milliseconds. */
    previousSecrets: list(map({ secret: string(), validUntil: number() })).optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId, endpointId }: EndpointKey) => ({
    pk: endpointPartition(organizationId),
    sk: endpointId,
  }),
});

export interface EndpointKey {
  readonly organizationId: string;
  readonly endpointId: string;
}

export type WebhookEndpoint = FormattedItem<typeof WebhookEndpointEntity>;

export function endpointPartition(organizationId: string): string {
  return `WEBHOOK#${organizationId}`;
}

/** Returns the key of an endpoint's due row: its heartbeat and, while events are held back, its next probe. */
export function endpointWork({ organizationId, endpointId }: EndpointKey): DueKey {
  return { organizationId, kind: 'endpoints', resourceId: endpointId };
}

export function endpointRef(organizationId: string, endpointId: string) {
  return refTo(WebhookEndpointEntity, { organizationId, endpointId });
}
