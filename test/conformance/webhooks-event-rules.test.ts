import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { worker as streamConsumer } from '../../functions/streams/hint-due-work.ts';
import { addEvents, DAY_MS, followHints, MINUTE_MS, passUntil, wake } from '../shared/webhooks/offering/support.ts';
import { storedItems } from '../support/answers.ts';
import type { Intercept } from '../support/faults.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { payeeOf, processOf, useService } from './support.ts';
import { feedOf, listen, shortPauses, useReceivers, type WebhookCaller, webhookCaller } from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let caller: WebhookCaller;

beforeEach(async () => {
  caller = await webhookCaller(stage.http);
});

interface Item {
  readonly _et: string;
  readonly [attribute: string]: unknown;
}

/** Keeps the items that each transaction puts. */
function watchTransactions(): { readonly intercept: Intercept; readonly transactions: Item[][] } {
  const transactions: Item[][] = [];
  const intercept: Intercept = async ({ name, input }, send) => {
    const answer = await send();
    if (name === 'TransactWrite') {
      const writes = input.TransactItems as readonly { readonly Put?: { readonly Item: Item } }[];
      transactions.push(writes.flatMap(({ Put }) => (Put ? [Put.Item] : [])));
    }
    return answer;
  };
  return { intercept, transactions };
}

describe('Events > Event types', quotedByName, () => {
  test('Rules: every state change writes one event in the same transaction as the change; one event per transition, not per state.', async () => {
    const { intercept, transactions } = watchTransactions();
    const watched = await processOf(stage.http, intercept);
    const sluice = watched.client(caller.of);
    await sluice.fundSandbox({ amount: '100.00' });
    for (const outcome of ['completed', 'completed_without_processing']) {
      const destinationAccountId = await payeeOf({ sluice }, { outcome });
      await sent(sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID() }));
    }
    await settle(watched.service);

    const states = new Map<unknown, unknown>();
    const told: unknown[] = [];
    for (const items of transactions) {
      const events = items.filter(({ _et }) => _et === 'event').map(({ type }) => type);
      const changes = items
        .filter(({ _et }) => _et === 'payout' || _et === 'deposit')
        .filter(({ payoutId, depositId, status }) => states.get(payoutId ?? depositId) !== status);
      for (const { payoutId, depositId, status } of changes) states.set(payoutId ?? depositId, status);
      expect(events).toEqual(changes.map(({ _et, status }) => `${_et}.${status}`));
      told.push(...events);
    }
    expect((await feedOf(caller)).map(({ type }) => type)).toEqual(told);
    // A deposit; three transitions, and two without `processing`.
    expect(told).toHaveLength(1 + 3 + 2);
  });

  // It may, and here it is sent none of them: it begins where the feed ends.
  test('A newly registered endpoint may receive events recorded up to about 10 minutes before it was created.', async () => {
    const { service } = stage.http;
    const receiver = await newReceiver();
    await addEvents(service, caller.organizationId, 1);
    service.clock.advance(11 * MINUTE_MS);
    await addEvents(service, caller.organizationId, 1);
    service.clock.advance(MINUTE_MS);
    await listen(caller, receiver);
    await addEvents(service, caller.organizationId, 1);
    await wake(service, caller.organizationId);
    await passUntil(service, service.clock.now + DAY_MS);
    expect(receiver.sequences).toEqual([3]);
  });

  test('A dispatcher runs every 15 seconds, so deliveries land within about 15 seconds and close transitions arrive as a burst.', async () => {
    const { service } = stage.http;
    const receiver = await newReceiver();
    await listen(caller, receiver);
    await caller.sluice.fundSandbox({ amount: '100.00' });
    const destinationAccountId = await payeeOf(caller);
    for (let count = 0; count < 5; count += 1) {
      await sent(caller.sluice.createPayout({ amount: '1.00', destinationAccountId, reference: randomUUID() }));
    }
    // What the table's stream carries of it, to its real consumer; whoever waits for a time is served later.
    service.hints.take();
    const rows = (await storedItems(service, 'event')).filter(
      ({ organizationId }) => organizationId === caller.organizationId,
    );
    const Records = rows.map((row) => ({ dynamodb: { NewImage: marshall(row) } }));
    await streamConsumer.handle({ Records } as DynamoDBStreamEvent, service.runtime);
    await followHints(service);
    expect(receiver.sequences.toSorted()).toEqual([2, 3, 4, 5, 6]);
    for (const { headers, event } of receiver.received) {
      const delayMs = Number(headers['svc-timestamp']) * 1_000 - Date.parse(event.createdAt);
      expect(delayMs).toBeLessThanOrEqual(15_000);
    }
  });
});
