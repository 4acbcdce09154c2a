import type * as z from 'zod';
import { CheckoutPaymentEvent } from '../checkout/payments/present-payment.ts';
import { type EventType, eventTypes } from '../journal/rows/event.ts';
import { BatchView } from '../payouts/batches/batch/present-batch.ts';
import { DepositView } from '../payouts/deposits/deposit.ts';
import { PayoutLinkView } from '../payouts/links/present-payout-link.ts';
import { PayoutView } from '../payouts/payout/present-payout.ts';
import { ApprovalView } from '../records/approvals/approval-view.ts';
import { WebhookEndpointView } from '../webhooks/endpoints/present-endpoint.ts';
import { isOptIn } from '../webhooks/endpoints/wanted-types.ts';
import type { SchemaRegistry } from './schemas.ts';
import { type Story, withExample } from './story.ts';
import type { JsonSchema, OpenApiDocument, Parameter } from './types.ts';

/** The `data` of a resource's events: the resource as its read returned it at that moment. */
const families: Readonly<Record<string, { readonly name: string; readonly data: z.ZodType; readonly about: string }>> =
  {
    payout: { name: 'PayoutEvent', data: PayoutView, about: 'A change of a payout.' },
    payout_batch: { name: 'PayoutBatchEvent', data: BatchView, about: 'A change of a batch.' },
    payout_approval: { name: 'PayoutApprovalEvent', data: ApprovalView, about: 'A change of an approval.' },
    checkout_payment: {
      name: 'CheckoutPaymentEvent',
      data: CheckoutPaymentEvent,
      about: 'A change of a payment on a link; its money is decimal strings.',
    },
    deposit: { name: 'DepositEvent', data: DepositView, about: 'Money was added to the balance.' },
    payout_link: { name: 'PayoutLinkEvent', data: PayoutLinkView, about: 'A change of a payout link.' },
    webhook_endpoint: { name: 'WebhookEndpointEvent', data: WebhookEndpointView, about: 'An endpoint was disabled.' },
  };

/** When an event of a type is written (specification, Events, Event types; States and transitions). */
const meanings: Readonly<Record<EventType, string>> = {
  'payout.pending': 'A payout was accepted; no money has moved yet',
  'payout.processing': 'A payout is on its way',
  'payout.completed': 'The payee was paid; the bank can still return the money',
  'payout.failed': 'A payout failed; read fundsReturned',
  'payout.returned': 'The bank returned a payout that had settled',
  'payout.canceled': 'A payout was stopped before it moved',
  'payout_batch.awaiting_confirmation': 'A batch was validated and waits for confirmation',
  'payout_batch.completed': 'Every line of a batch has a final outcome',
  'payout_batch.canceled': 'A batch was canceled',
  'payout_approval.requested': 'A request waits for approvers',
  'payout_approval.executed': 'An approved request was executed; payoutId names the payout',
  'payout_approval.rejected': 'An approver rejected a request',
  'payout_approval.expired': 'A request expired because approvers did not decide in time',
  'payout_approval.failed': 'An approved request could not be executed',
  'webhook_endpoint.disabled': 'An endpoint was disabled after failures; sent to other endpoints',
  'checkout_payment.paid': 'A payment on a link was paid',
  'checkout_payment.refunded': 'All of a payment was refunded',
  'checkout_payment.partially_refunded': 'Part of a payment was refunded',
  'checkout_payment.refund_failed': 'A refund that had been accepted failed later',
  'checkout_payment.reversed': 'A dispute took a payment back',
  'deposit.completed': 'Money was added to the balance',
  'payout_link.created': 'A payout link can be claimed',
  'payout_link.claimed': 'A payee claimed a link; payoutId names the payout',
  'payout_link.canceled': 'A payout link was canceled; its hold is released',
  'payout_link.expired': 'Nobody claimed a payout link in time; its hold is released',
};

const familyOf = (type: EventType) => {
  const family = families[type.split('.')[0] ?? ''];
  if (!family) throw new Error(`${type} is an event of no resource.`);
  return family;
};

/**
 * The schema of an event, by type. The last alternative covers types of later releases, so that a generated client can
 * still read them.
 */
export function eventSchemas(schemas: SchemaRegistry): Record<string, JsonSchema> {
  const { Event: event } = schemas.named();
  if (!event) return {};
  const named = Object.values(families).map(({ name, data, about }): [string, JsonSchema] => {
    const types = eventTypes.filter((type) => familyOf(type).name === name);
    return [name, ofTypes(event, types, about, schemas.convert(data, 'output'))];
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  return {
    ...Object.fromEntries(named),
    OtherEvent: { ...event, description: 'An event of a type that was added in a later release.' },
    Event: {
      description:
        'A change of state. `type` determines the format of `data`. Later releases can add types: ignore those that you do not know.',
      anyOf: [...named.map(([name]) => ref(name)), ref('OtherEvent')],
      // Not `discriminator`, which would have to name every value: later releases add some.
      'x-type-mapping': Object.fromEntries(eventTypes.map((type) => [type, ref(familyOf(type).name).$ref])),
    },
  };
}

function ofTypes(event: JsonSchema, types: readonly EventType[], description: string, data: JsonSchema): JsonSchema {
  const type = { type: 'string', enum: [...types], description: 'Determines the format of `data`.' };
  return { ...event, description, properties: { ...event.properties, type, data } };
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/**
 * The headers of a delivery (specification, Events, Delivery request). Each webhook lists them in full, because generators
 * do not follow references from webhooks.
 */
const deliveryHeaders: Parameter[] = [
  header('svc-id', 'The id of the event, the same in every retry. Use it to detect duplicates.'),
  header('svc-timestamp', 'Unix seconds. Refuse deliveries that are more than five minutes from your clock.'),
  header('svc-signature', '`v1,<base64>` for each valid secret, separated by spaces.'),
  header('svc-webhook-version', "The version of the format of `data`; equals the event's `apiVersion`."),
];

/** The tag of webhooks. Generators write one file per tag, so operations must not share it. */
export const webhooksTag = 'webhook-events';

/** Which endpoints receive it (specification, Events, Event types, Default delivery). */
function sentTo(type: EventType): string {
  if (type === 'webhook_endpoint.disabled')
    return 'Sent to the other endpoints that name no types. An endpoint cannot ask for it by name.';
  return isOptIn(type)
    ? 'Sent to endpoints whose `events` include it.'
    : 'Sent to endpoints whose `events` include it, or name no type at all.';
}

/** The webhooks sent to endpoints, by event type. */
export function webhooksOf({ events }: Story): NonNullable<OpenApiDocument['webhooks']> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const schema = { $ref: `#/components/schemas/${familyOf(type).name}` };
      return [
        type,
        {
          post: {
            operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
            summary: meanings[type],
            description: sentTo(type),
            tags: [webhooksTag],
            security: [],
            parameters: deliveryHeaders,
            requestBody: { required: true, content: { 'application/json': withExample({ schema }, events[type]) } },
            responses: { '2XX': { description: 'Any 2xx means that the event is not sent again.' } },
          },
        },
      ];
    }),
  );
}
