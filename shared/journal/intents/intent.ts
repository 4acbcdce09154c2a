import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import type { DueKey } from '../due/due-work.ts';

/**
 * A call to a processor, committed before it is made (design, section 1: intents). Contains the exact call, and
 * everything that the request would have committed with its answer, so that a worker can settle it if the request
 * cannot.
 */
export const IntentEntity = new Entity({
  name: 'intent',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    intentId: string().key(),
    version: number(),
    /** Name of the kind, which determines the processor and what the outcome changes. */
    kind: string(),
    mode: stateOf('live', 'sandbox'),
    state: stateOf('open', 'settled'),
    /** JSON text, at most 64 KiB. Every attempt sends the same text. */
    call: string(),
    /** Milliseconds: the earliest time at which the processor may have received the call. */
    boundAt: number(),
    /** Milliseconds: when the call was last made, or was about to be. */
    lastCalledAt: number(),
    /**
     * The processor gave an unclear answer and would give it again, so it is now only asked for the outcome of the
     * call.
     */
    asksOnly: boolean().optional(),
    /** The resource that the call concerns. */
    resourceId: string().optional(),
    /** The idempotency key that is bound to the intent, and the request's duplicate guard. */
    idempotencyKey: string().optional(),
    guardHash: string().optional(),
    /** The request whose audit row is written with the settlement. */
    audit: map({
      requestId: string(),
      at: number(),
      action: string(),
      apiKeyPrefix: string().optional(),
      actorUserId: string().optional(),
    }).optional(),
    /** On settled intents: what the processor reported, and the answer or the refusal as JSON text. */
    said: oneOf('done', 'refused').optional(),
    answer: map({ status: number(), body: string() }).optional(),
    refusal: map({ type: string(), detail: string(), extras: string() }).optional(),
    settledAt: number().optional(),
    ttl: number().optional(),
  }),
  computeKey: ({ organizationId, intentId }: IntentKey) => ({
    pk: `INTENT#${organizationId}#${intentId}`,
    sk: 'INTENT',
  }),
});

export type Intent = FormattedItem<typeof IntentEntity>;

export interface IntentKey {
  readonly organizationId: string;
  readonly intentId: string;
}

export function intentRef({ organizationId, intentId }: IntentKey) {
  return refTo(IntentEntity, { organizationId, intentId });
}

/** The work that resumes an intent. */
export function intentWork({ organizationId, intentId }: IntentKey): DueKey {
  return { organizationId, kind: 'intents', resourceId: intentId };
}
