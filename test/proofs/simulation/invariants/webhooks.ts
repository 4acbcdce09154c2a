import type { Event } from '../../../../shared/journal/rows/event.ts';
import type { WebhookEndpoint } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { maxAttempts } from '../../../../shared/webhooks/endpoints/ladder.ts';
import type { DeliveryKey, WebhookDelivery } from '../../../../shared/webhooks/sender/delivery.ts';
import { succeeded } from '../engine/operation.ts';
import { clockOf, type Version } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const webhookInvariants: readonly Invariant[] = [
  { name: 'every event has one delivery for each endpoint that wants it', broken: oneDeliveryEach },
  { name: 'every delivery has ended', broken: allEnded },
  { name: 'a delivery has succeeded only if its receiver took the event', broken: successIsTrue },
  { name: 'a replay under one key is one replay', broken: replaysOnce },
  { name: 'a delivery is dead only at the end of its ladder', broken: deathIsTrue },
  { name: 'every endpoint that is enabled has its heartbeat, and no other has one', broken: heartbeats },
  { name: 'a cursor never goes back', broken: cursorsAdvance },
  { name: 'no cursor is taken while another worker holds it', broken: cursorClaimsHold },
];

/** Told only to who asks for it. */
const optIn = /^(checkout_payment|deposit|payout_link)\./;

/** What an endpoint is to be sent, as the specification says (Events, Event types). */
export function isWanted({ endpointId, events }: WebhookEndpoint, { type, data }: Event): boolean {
  if (events.length > 0) return events.some((named) => named === type);
  const isOwnEnd = type === 'webhook_endpoint.disabled' && JSON.parse(data).id === endpointId;
  return !optIn.test(type) && !isOwnEnd;
}

function deliveriesOf({ deliveries }: Books, { endpointId }: WebhookEndpoint): WebhookDelivery[] {
  return deliveries.filter((delivery) => delivery.endpointId === endpointId);
}

function oneDeliveryEach(books: Books, { witness }: World): string[] {
  return books.endpoints.flatMap((endpoint) => {
    const [registered] = witness.history(cursorKey(endpoint));
    const wanted = books.events
      .filter((event) => event.sequence > Number(registered?.item?.offeredTo) && isWanted(endpoint, event))
      .map(({ sequence }) => sequence);
    const found = deliveriesOf(books, endpoint).map(({ sequence }) => sequence);
    const missing = wanted.filter((sequence) => !found.includes(sequence));
    const doubled = found.filter((sequence, index) => found.indexOf(sequence) !== index);
    const strange = found.filter((sequence) => !wanted.includes(sequence));
    return [
      ...missing.map((sequence) => `event ${sequence} was never delivered to ${endpoint.endpointId}`),
      ...doubled.map((sequence) => `event ${sequence} has two deliveries to ${endpoint.endpointId}`),
      ...strange.map((sequence) => `event ${sequence} was delivered to ${endpoint.endpointId}, which does not want it`),
    ];
  });
}

/** Those of an endpoint that was disabled at last are held for its resumption. */
function allEnded({ deliveries, endpoints, organizationId }: Books, { witness }: World): string[] {
  const disabled = new Set(endpoints.filter(({ enabled }) => !enabled).map(({ endpointId }) => endpointId));
  const isHeld = ({ endpointId, deliveryId }: WebhookDelivery) =>
    disabled.has(endpointId) && witness.current(`HELD_DELIVERY#${organizationId}#${endpointId} ${deliveryId}`);
  return deliveries
    .filter((delivery) => delivery.status !== 'succeeded' && delivery.status !== 'dead' && !isHeld(delivery))
    .map(({ sequence, endpointId, status }) => `that of event ${sequence} to ${endpointId} is ${status}`);
}

/** A replay is answered for by an attempt of its own. */
function successIsTrue({ deliveries }: Books, { receivers, witness }: World): string[] {
  const isTaken = (delivery: WebhookDelivery) => {
    const begun = delivery.generation === 1 ? 0 : (generationsOf(delivery, witness).at(-1)?.commit.step ?? 0);
    return receivers.sent.some(
      ({ endpointId, id, isAccepted, step }) =>
        endpointId === delivery.endpointId && id === delivery.eventId && isAccepted && step >= begun,
    );
  };
  return deliveries
    .filter((delivery) => delivery.status === 'succeeded' && !isTaken(delivery))
    .map(({ sequence, endpointId }) => `event ${sequence} never came to ${endpointId}`);
}

/** The beginnings of a delivery and of its replays. */
function generationsOf(delivery: DeliveryKey, witness: World['witness']): Version[] {
  const versions = witness.history(deliveryKey(delivery));
  return versions.filter(({ item }, index) => item?.generation !== versions[index - 1]?.item?.generation);
}

function deliveryKey({ organizationId, endpointId, deliveryId }: DeliveryKey): string {
  return `DELIVERY#${organizationId}#${endpointId} ${deliveryId}`;
}

/** An answer says that it was done; a request that is sent again under its key does it no more. */
function replaysOnce(books: Books, world: World): string[] {
  const { organizationId } = books;
  const replays = operationsOf(books, world).filter(({ endpoint }) => endpoint.operation === 'replayWebhookDelivery');
  return [...Map.groupBy(replays, ({ key }) => key)].flatMap(([key, operations]) => {
    const attempts = operations.flatMap((operation) => operation.attempts);
    const { endpointId = '', deliveryId = '' } = operations[0]?.pathParameters ?? {};
    const made = generationsOf({ organizationId, endpointId, deliveryId }, world.witness).filter(({ commit }) =>
      attempts.some(({ invocation }) => invocation && invocation === commit.by),
    ).length;
    const isDone = attempts.some(({ answer }) => succeeded(answer));
    if (made <= 1 && (made === 1 || !isDone)) return [];
    return [`${key} asked ${made} times for ${deliveryId}`];
  });
}

function deathIsTrue({ deliveries }: Books): string[] {
  return deliveries
    .filter(({ status, attempt }) => status === 'dead' && attempt !== maxAttempts)
    .map(({ sequence, endpointId, attempt }) => `event ${sequence} for ${endpointId} died at attempt ${attempt}`);
}

function heartbeats({ endpoints, due }: Books): string[] {
  return endpoints.flatMap(({ endpointId, enabled }) => {
    const row = due.find(({ kind, resourceId }) => kind === 'endpoints' && resourceId === endpointId);
    const beats = row?.dueAt !== undefined;
    if (beats === enabled) return [];
    return [`${endpointId} is ${enabled ? '' : 'not '}enabled and ${beats ? 'has one' : 'has none'}`];
  });
}

function cursorKey({ organizationId, endpointId }: WebhookEndpoint): string {
  return `WEBHOOK_CURSOR#${organizationId} ${endpointId}`;
}

/** Every change of the cursors of an organization. */
function cursorChanges({ endpoints }: Books, { witness }: World) {
  return endpoints.flatMap((endpoint) => {
    const versions = witness.history(cursorKey(endpoint));
    return versions.slice(1).map(({ item, commit }, index) => {
      return { endpoint, before: versions[index]?.item ?? {}, after: item ?? {}, commit };
    });
  });
}

function cursorsAdvance(books: Books, world: World): string[] {
  return cursorChanges(books, world)
    .filter(({ before, after }) => Number(after.offeredTo) < Number(before.offeredTo))
    .map(
      ({ endpoint, before, after, commit }) =>
        `${commit.by?.name} took ${endpoint.endpointId} from ${before.offeredTo} to ${after.offeredTo}`,
    );
}

function cursorClaimsHold(books: Books, world: World): string[] {
  return cursorChanges(books, world)
    .filter(({ before, after, commit }) => {
      const isTaken = before.claim && after.claim && before.claim !== after.claim;
      return isTaken && Number(before.leaseUntil) > clockOf(commit);
    })
    .map(({ endpoint, commit }) => `${commit.by?.name} took ${endpoint.endpointId} from its worker`);
}
