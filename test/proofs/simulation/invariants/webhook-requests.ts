import { createHmac } from 'node:crypto';
import { unseal } from '../../../../shared/ground/signatures/seal.ts';
import { presentEvent } from '../../../../shared/records/events/list-events.ts';
import type { WebhookEndpoint } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { sealingKeys } from '../engine/scene.ts';
import type { Sent } from '../engine/simulated-receivers.ts';
import type { Version } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';
import { isWanted } from './webhooks.ts';

export const webhookRequestInvariants: readonly Invariant[] = [
  { name: 'an endpoint is sent the events that it wants, as the feed shows them', broken: sentAsShown },
  { name: 'first attempts begin in the order of the feed, apart from types that failed', broken: firstAttemptsInOrder },
  { name: 'what a receiver accepts reaches it within a minute of quiet time', broken: acceptedInQuiet },
  { name: 'every attempt is signed with a secret of its endpoint', broken: allSigned },
  { name: 'a paused endpoint is left alone', broken: pausesHold },
];

function sentTo({ endpoints }: Books, { receivers }: World): (readonly [WebhookEndpoint, Sent[]])[] {
  return endpoints.map((endpoint) => [
    endpoint,
    receivers.sent.filter(({ endpointId }) => endpointId === endpoint.endpointId),
  ]);
}

function sentAsShown(books: Books, world: World): string[] {
  return sentTo(books, world).flatMap(([endpoint, all]) =>
    all.flatMap(({ id, sequence, request: { headers, body } }) => {
      const event = books.events.find((one) => one.sequence === sequence);
      const shown = event && JSON.stringify(presentEvent(event));
      const isTrue = event && body === shown && headers['svc-id'] === id && isWanted(endpoint, event);
      return isTrue ? [] : [`${endpoint.endpointId} was sent ${body} as ${headers['svc-id']} instead of ${shown}`];
    }),
  );
}

function firstAttemptsInOrder(books: Books, world: World): string[] {
  return sentTo(books, world).flatMap(([{ endpointId }, all]) => {
    let last = 0;
    return all.flatMap(({ sequence, type, by }, index) => {
      const earlier = all.slice(0, index);
      if (earlier.some((one) => one.sequence === sequence || (one.type === type && one.hasFailed))) return [];
      const before = last;
      last = Math.max(last, sequence);
      return sequence > before ? [] : [`${by?.name} sent ${endpointId} ${sequence} for the first time after ${before}`];
    });
  });
}

/** Of a type that it accepted within the last hour. What was tried before is on its ladder. */
function acceptedInQuiet(books: Books, world: World): string[] {
  const { quiet } = world.receivers;
  if (!quiet) return [];
  return sentTo(books, world).flatMap(([endpoint, all]) => {
    const sent = world.receivers.sent.slice(0, quiet.sent).filter((one) => all.includes(one));
    const isRecent = (type: string) =>
      sent.some((one) => one.type === type && one.isAccepted && one.at > quiet.at - hourMs);
    const isRefused = quiet.refusals.get(endpoint.endpointId);
    const stood = versionsOf(endpoint, world).findLast(({ commit }) => commit.step <= quiet.step)?.item;
    if (!stood?.enabled) return [];
    const [registered] = world.witness.history(`WEBHOOK_CURSOR#${endpoint.organizationId} ${endpoint.endpointId}`);
    return books.events
      .filter(({ sequence, createdAt }) => {
        return sequence > Number(registered?.item?.offeredTo) && Date.parse(createdAt) < quiet.at - minuteMs;
      })
      .filter((event) => isWanted(endpoint, event) && isRecent(event.type) && !isRefused?.(event))
      .filter(({ sequence }) => !sent.some((one) => one.sequence === sequence))
      .map(({ sequence, type }) => `event ${sequence}, a ${type}, waits for ${endpoint.endpointId}`);
  });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function versionsOf({ organizationId, endpointId }: WebhookEndpoint, { witness }: World): readonly Version[] {
  return witness.history(`WEBHOOK#${organizationId} ${endpointId}`);
}

/** Whoever sends may have read the endpoint as it was when its invocation began, or later. */
function allSigned(books: Books, world: World): string[] {
  return sentTo(books, world).flatMap(([endpoint, all]) => {
    const versions = versionsOf(endpoint, world);
    return all.flatMap((sent) => {
      const since = versions.findLastIndex(({ commit }) => commit.visibleSince < (sent.by?.startedStep ?? 0));
      const secrets = versions.slice(Math.max(0, since)).map(({ item }) => secretOf(item as WebhookEndpoint));
      const given = sent.request.headers['svc-signature']?.split(' ') ?? [];
      return secrets.some((secret) => given.includes(signatureBy(secret, sent)))
        ? []
        : [`${sent.by?.name} sent ${endpoint.endpointId} ${sent.sequence} under ${given}`];
    });
  });
}

function secretOf({ secret, endpointId }: WebhookEndpoint): string {
  return unseal(sealingKeys, 'webhook-secret', secret, endpointId) ?? '';
}

function signatureBy(secret: string, { request: { headers, body } }: Sent): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['svc-id']}.${headers['svc-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** A worker that was at it when the endpoint was paused sees that when it next writes down how far it is. */
function pausesHold(books: Books, world: World): string[] {
  return sentTo(books, world).flatMap(([endpoint, all]) => {
    const versions = versionsOf(endpoint, world);
    return versions.flatMap(({ item, commit }, index) => {
      const resumedAt = versions[index + 1]?.commit.step ?? Number.POSITIVE_INFINITY;
      if (item?.enabled) return [];
      return all
        .filter(({ step }) => step > commit.visibleSince && step < resumedAt)
        .filter((sent) => isTooLate(sent, commit.visibleSince, endpoint, world))
        .map(({ by, sequence }) => `${by?.name} sent ${endpoint.endpointId} ${sequence} while it was paused`);
    });
  });
}

/** Writes of one claim after which its worker has surely read the endpoint again: its own, a checkpoint's and that repeated. */
const writesBeforeItKnows = 3;

function isTooLate({ by, step }: Sent, pausedAt: number, endpoint: WebhookEndpoint, { witness }: World): boolean {
  if ((by?.startedStep ?? 0) > pausedAt) return true;
  const cursors = witness
    .history(`WEBHOOK_CURSOR#${endpoint.organizationId} ${endpoint.endpointId}`)
    .filter(({ commit }) => commit.step <= step);
  const claim = cursors.at(-1)?.item?.claim;
  // Others count its failures meanwhile: of these the worker hears nothing.
  const written = cursors.filter(
    ({ item, commit }) => claim && item?.claim === claim && commit.by === by && commit.step > pausedAt,
  );
  return written.length >= writesBeforeItKnows;
}
