import { keysOf, type OneWrite, type TableCall, writesOf } from '../../../../local/table/call.ts';
import { keyText } from '../../../../local/table/item.ts';
import { eventPartition, eventTypes } from '../../../../shared/journal/rows/event.ts';
import type { WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
import { currentInvocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { Stage } from '../engine/stage.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { concerns, itemsOf, mapWrites, transactionsOn, withoutCondition } from './rewriting.ts';

const ofDueRow = concerns('DUE#');
const ofEndpoint = concerns('WEBHOOK#');
const ofDelivery = concerns('DELIVERY#');

export const webhookFaults: readonly DeliberateFault[] = [
  {
    name: 'cursor-ahead-of-its-deliveries',
    sentence: 'a cursor moves when events are taken up, not when their deliveries are written',
    rewrite: pastTheFeed,
  },
  {
    name: 'cursor-moved-without-its-claim',
    sentence: 'a worker moves a cursor without asking whether it is still its own',
    rewrite: () => (call, send) =>
      send(isCursorUpdate(call, ':claim') && !isCursorClaim(call) ? unconditional(call) : call),
  },
  {
    name: 'lease-of-a-cursor-ignored',
    sentence: 'a worker takes a cursor whether another holds it or not',
    rewrite: () => (call, send) => send(isCursorClaim(call) ? unconditional(call) : call),
  },
  {
    name: 'failed-attempt-without-a-ladder',
    sentence: 'the delivery of a failed first attempt is written, but not that it is tried again',
    rewrite: transactionsOn('DELIVERY#', (call, send) =>
      send(mapWrites(call, (write) => (ofDueRow(write) && write.kind === 'Put' ? undefined : write))),
    ),
  },
  {
    name: 'late-attempt-settles-a-replay',
    sentence: 'an attempt settles its delivery whether it was replayed meanwhile or not',
    rewrite: transactionsOn('DELIVERY#', (call, send) =>
      send(writesOf(call).some(isSettled) ? mapWrites(call, whateverStands) : call),
    ),
  },
  {
    name: 'paused-endpoint-still-served',
    sentence: 'workers do not look whether an endpoint is paused',
    rewrite: () => enabledForWorkers,
  },
  {
    name: 'held-deliveries-forgotten',
    sentence: 'what was held while an endpoint was paused is not looked for when it is resumed',
    rewrite: () => (call, send) =>
      call.name === 'Query' && call.input.ExpressionAttributeValues[':partition']?.startsWith('HELD_DELIVERY#')
        ? Promise.resolve({ Items: [] })
        : send(call),
  },
  {
    name: 'end-of-work-on-a-torn-read',
    sentence: 'a due row is removed for the sake of what was there before the commit that asked for it',
    rewrite: transactionsOn('DUE#', (call, send) =>
      send(mapWrites(call, (write) => (isCheck(write) ? undefined : write))),
    ),
  },
  {
    name: 'one-refused-type-holds-back-all',
    sentence: 'a worker that finds one type of an endpoint refused holds back every other type, too',
    rewrite: holdingBackAll,
  },
  {
    name: 'first-attempts-in-any-order',
    sentence: 'an event whose turn has come waits for something before its request begins, one longer than another',
    receivers: hesitant,
  },
];

function isCursorUpdate(call: TableCall, value: string): boolean {
  const isOnCursor = call.name === 'Update' && keysOf(call).some((key) => key.startsWith('WEBHOOK_CURSOR#'));
  return isOnCursor && call.input.ExpressionAttributeValues?.[value] !== undefined;
}

function isCursorClaim(call: TableCall): boolean {
  return isCursorUpdate(call, ':leaseUntil');
}

function unconditional(call: TableCall): TableCall {
  return { ...call, input: whateverStands({ kind: 'Update', input: call.input }).input };
}

/** A write that asks only whether there is something; one that makes something asks nothing. */
function whateverStands(write: OneWrite): OneWrite {
  const { kind, input } = withoutCondition(write);
  return kind === 'Put' ? { kind, input } : { kind, input: { ...input, ConditionExpression: 'attribute_exists(pk)' } };
}

/** Whoever takes a cursor sees where it was, and leaves it at the end of the feed. */
function pastTheFeed({ witness }: World): Rewrite {
  return async (call, send) => {
    if (!isCursorClaim(call)) return send(call);
    const cursor = witness.current(keyText(call.input.Key)) ?? {};
    const end = witness.keys(`${eventPartition(String(cursor.organizationId))} `).length;
    const input = {
      ...call.input,
      UpdateExpression: `${call.input.UpdateExpression}, offeredTo = :end`,
      ExpressionAttributeValues: { ...call.input.ExpressionAttributeValues, ':end': end },
    };
    const output = await send({ ...call, input });
    return { ...output, Attributes: { ...output.Attributes, offeredTo: cursor.offeredTo } };
  };
}

/** Whoever claims a cursor with a lane finds one for every other type, too, which is not to be tried yet. */
function holdingBackAll({ stage }: World): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    const { lanes, readTo, offeredTo } = output.Attributes ?? {};
    if (!isCursorClaim(call) || !lanes) return output;
    const at = Number(readTo ?? offeredTo);
    const probeAt = stage.now + heldBackMs;
    const held = { refusals: 10, since: stage.now, triedAt: stage.now, after: at, newest: at, probeAt };
    const others = Object.fromEntries(eventTypes.map((type) => [type, held]));
    return { ...output, Attributes: { ...output.Attributes, lanes: { ...others, ...lanes } } };
  };
}

/** Longer than the quiet time at the end of a story. */
const heldBackMs = 20 * 60 * 1000;

/** The outcome of an attempt. */
function isSettled(write: OneWrite): boolean {
  return ofDelivery(write) && write.input.ExpressionAttributeValues?.[':lastAttemptAt'] !== undefined;
}

function isCheck(write: OneWrite): boolean {
  return write.kind === 'ConditionCheck' && (ofEndpoint(write) || ofDelivery(write));
}

const enabledForWorkers: Rewrite = async (call, send) => {
  const output = await send(call);
  if (!/^(endpoints|deliveries) worker/.test(currentInvocation()?.name ?? '')) return output;
  for (const item of [...itemsOf(call, output), ...(output.Items ?? [])]) {
    if (item._et === 'webhookEndpoint') item.enabled = true;
  }
  return output;
};

const hesitationMs = 100;

function hesitant(sender: WebhookSender, { sleep }: Stage): WebhookSender {
  return {
    faultOf: (url) => sender.faultOf(url),
    send: async (request) => {
      if (Number(JSON.parse(request.body).sequence) % 2 === 0) await sleep(hesitationMs);
      return sender.send(request);
    },
  };
}
