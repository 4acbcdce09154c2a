import { PurgeQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { worker as sweep } from '../../../functions/schedules/sweep-due-work.ts';
import { type LocalQueues, startQueues } from '../../../local/queues/queues.ts';
import { createSqsHintQueue } from '../../../shared/adapters/sqs-hint-queue.ts';
import { dueKinds } from '../../../shared/ports/due-kinds.ts';
import type { Hint, HintQueue } from '../../../shared/ports/hint-queue.ts';
import { addPayout, bodyOf, deliver, fundedOrganization, pathOf } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
let queues: LocalQueues;
let url: string;
let hints: HintQueue;

beforeEach(async () => {
  queues = await startQueues(new Map(dueKinds.map((kind) => [kind, 30])));
  const queueUrls = Object.fromEntries([...queues.queues].map(([kind, { url }]) => [kind, url]));
  url = queueUrls.rails ?? '';
  hints = createSqsHintQueue({ client: queues.client, queueUrls });
});
afterEach(() => queues.stop());

const hint = (dueAt: number, resourceId = 'po_1', organizationId = 'org'): Hint => ({
  kind: 'rails',
  organizationId,
  resourceId,
  dueAt,
});

async function receive(WaitTimeSeconds = 0) {
  const { Messages = [] } = await queues.client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

/** The entries of every call that sending makes. */
async function entriesOf(sent: readonly Hint[]): Promise<Record<string, unknown>[][]> {
  const calls: Record<string, unknown>[][] = [];
  const send = queues.client.send.bind(queues.client);
  queues.client.send = ((command: { input: { Entries?: Record<string, unknown>[] } }) => {
    if (command.input.Entries) calls.push(command.input.Entries);
    return send(command as never);
  }) as typeof queues.client.send;
  await hints.send(sent, now);
  return calls;
}

describe('hints in SQS', () => {
  test('arrive as they were sent', async () => {
    const sent = [hint(now), hint(now - 5_000, 'po_2', 'other')];
    await hints.send(sent, now);
    const received = (await receive()).map(({ Body = '' }) => JSON.parse(Body));
    expect(received).toHaveLength(2);
    expect(received).toEqual(expect.arrayContaining(sent));
  });

  test('are grouped by organization, so that none keeps the others waiting', async () => {
    const [entries] = await entriesOf([hint(now), hint(now, 'po_2', 'other')]);
    expect(entries?.map(({ MessageGroupId }) => MessageGroupId)).toEqual(['org', 'other']);
  });

  test.each([
    [-60_000, 0],
    [0, 0],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [899_999, 900],
    [900_000, 900],
    [86_400_000, 900],
  ])('due in %i ms are delayed by %i seconds: rounded up, fifteen minutes at most', async (ms, seconds) => {
    const [[entry] = []] = await entriesOf([hint(now + ms)]);
    expect(entry).toMatchObject({ DelaySeconds: seconds });
  });

  test('stay away until their delay is over', async () => {
    await hints.send([hint(now + 900)], now);
    const sentAt = performance.now();
    expect(await receive()).toEqual([]);
    expect(await receive(5)).toHaveLength(1);
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(900);
  });

  test('go in calls of ten', async () => {
    const calls = await entriesOf(Array.from({ length: 23 }, (_, index) => hint(now, `po_${index}`)));
    expect(calls.map((entries) => entries.length)).toEqual([10, 10, 3]);
    for (const entries of calls) expect(new Set(entries.map(({ Id }) => Id)).size).toBe(entries.length);
    expect(await hints.backlog('rails')).toBe(23);
  });

  test('that wait are the backlog: those that are delayed or in flight are not', async () => {
    await hints.send([hint(now), hint(now, 'po_2')], now);
    expect(await receive()).toHaveLength(2);
    await hints.send([hint(now, 'po_3'), hint(now + 60_000, 'po_4')], now);
    expect(await hints.backlog('rails')).toBe(1);
  });

  test('of a kind without a queue are an error', async () => {
    const nowhere = createSqsHintQueue({ client: queues.client, queueUrls: {} });
    await expect(nowhere.send([hint(now)], now)).rejects.toThrow('may not send');
    await expect(nowhere.backlog('rails')).rejects.toThrow('may not send');
  });

  test('that a queue did not take are an error', async () => {
    const send = queues.client.send.bind(queues.client);
    queues.client.send = (async (command: never) => ({
      ...((await send(command)) as object),
      Failed: [{ Id: '0', Message: 'throttled' }],
    })) as typeof queues.client.send;
    await expect(hints.send([hint(now)], now)).rejects.toThrow('1 hints were not sent: throttled');
  });
});

test('every queue purged and no stream: the sweep alone brings a payout to its end', async () => {
  const service = await TestService.start({ hints });
  const organization = await fundedOrganization(service);
  const { payoutId } = await addPayout(service, organization);
  const order = async () => bodyOf(await service.get(`${pathOf(organization)}/orders/${payoutId}`, organization));
  for (let round = 0; round < 3 && (await order()).status !== 'completed'; round += 1) {
    await hints.send([hint(service.clock.now, payoutId, organization.organizationId)], service.clock.now);
    await queues.client.send(new PurgeQueueCommand({ QueueUrl: url }));
    expect(await receive()).toEqual([]);
    await sweep.handle({}, service.runtime);
    const messages = await receive();
    expect(messages).toHaveLength(1);
    await deliver(
      service,
      messages.map(({ Body = '' }) => JSON.parse(Body)),
    );
    service.clock.advance(5 * 60_000);
  }
  expect((await order()).status).toBe('completed');
});
