import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { worker } from '../../../functions/streams/hint-due-work.ts';
import { isStartedBy } from '../../../shared/contract/stream-filter.ts';
import { longestDelayMs } from '../../../shared/journal/due/hint-due-work.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let now: number;

beforeEach(async () => {
  service = await TestService.start();
  now = service.clock.now;
});

const key = { organizationId: 'org', kind: 'rails', resourceId: 'po_1' };
type Image = Readonly<Record<string, unknown>>;
const row = (dueAt: number | undefined, more: Image = {}): Image => ({
  ...key,
  ...(dueAt !== undefined && { dueAt }),
  attempts: 0,
  claims: 0,
  ...more,
});

/** What the stream's consumer sends for a change from one image to another. */
async function hintsOf(before: Image | undefined, after: Image | undefined): Promise<unknown[]> {
  const record = {
    dynamodb: {
      ...(before && { OldImage: marshall(before) }),
      ...(after && { NewImage: marshall(after) }),
    },
  } as DynamoDBRecord;
  await worker.handle({ Records: [record] } as DynamoDBStreamEvent, service.runtime);
  return service.hints.take();
}

test.each<[string, boolean, Image | undefined]>([
  ['a row that is due some time', true, row(1)],
  ['a claimed row', false, row(1, { claim: 'token' })],
  ['a parked row', false, row(undefined, { parkedAt: 1 })],
  ['a row that is gone', false, undefined],
  ['an event that an endpoint may want', true, { _et: 'event', listened: true }],
  ['an event that nobody listens for', false, { _et: 'event' }],
  ['something else', false, { _et: 'payout' }],
])('the reader is started by %s: %s', (_, isStarted, after) => {
  expect(isStartedBy(worker, after && marshall(after), false)).toBe(isStarted);
});

test('the reader is started by every event where there is a bus, and by no other row', () => {
  const [event, payout] = ['event', 'payout'].map((_et) => marshall({ _et }));
  expect([isStartedBy(worker, event, true), isStartedBy(worker, payout, true)]).toEqual([true, false]);
});

describe('a change of a due row', () => {
  test.each([
    ['new and due', undefined, 0],
    ['new and overdue', undefined, -60_000],
    ['new and due just within what SQS can delay', undefined, longestDelayMs],
    ['moved', 60_000, 5_000],
  ])('%s gives a hint', async (_, before, after) => {
    const hints = await hintsOf(before === undefined ? undefined : row(now + before), row(now + after));
    expect(hints).toEqual([{ ...key, dueAt: now + after }]);
  });

  test('let go of by its worker gives a hint', async () => {
    const claimed = row(now + 30_000, { claim: 'token', attempts: 1 });
    expect(await hintsOf(claimed, row(now + 2_000, { attempts: 1 }))).toEqual([{ ...key, dueAt: now + 2_000 }]);
  });

  test('let go of at the time that was the end of its lease gives a hint', async () => {
    const claimed = row(now + 30_000, { claim: 'token', attempts: 1 });
    expect(await hintsOf(claimed, row(now + 30_000))).toEqual([{ ...key, dueAt: now + 30_000 }]);
  });

  test('later than SQS can delay gives none: the sweep finds it', async () => {
    expect(await hintsOf(undefined, row(now + longestDelayMs + 1))).toEqual([]);
  });

  test('that is a claim gives none', async () => {
    expect(await hintsOf(row(now), row(now + 30_000, { claim: 'token' }))).toEqual([]);
  });

  test('that did not move gives none', async () => {
    expect(await hintsOf(row(now), row(now, { attempts: 3 }))).toEqual([]);
  });

  test('that parks or removes it gives none', async () => {
    expect(await hintsOf(row(now), row(undefined, { parkedAt: now }))).toEqual([]);
    expect(await hintsOf(row(now), undefined)).toEqual([]);
  });
});

test('other rows give none, and a batch gives one call with all of its hints', async () => {
  const calls: unknown[][] = [];
  const hints = {
    ...service.hints,
    send: async (sent: readonly unknown[]) => void calls.push([...sent]),
    backlog: async () => 0,
  };
  const image = (after: Image) => ({ dynamodb: { NewImage: marshall(after) } });
  const Records = [
    image({ pk: 'PAYOUT#org', status: 'pending' }),
    image(row(now)),
    image(row(now, { resourceId: 'po_2' })),
  ];
  await worker.handle({ Records } as DynamoDBStreamEvent, { ...service.runtime, hints });
  expect(calls).toEqual([
    [
      { ...key, dueAt: now },
      { ...key, resourceId: 'po_2', dueAt: now },
    ],
  ]);
  await worker.handle({ Records: [image({ pk: 'PAYOUT#org' })] } as unknown as DynamoDBStreamEvent, {
    ...service.runtime,
    hints,
  });
  expect(calls).toHaveLength(1);
});

test('a queue that does not take the hints fails the batch, so that the stream offers it again', async () => {
  const hints = { send: () => Promise.reject(new Error('no queue')), backlog: async () => 0 };
  const event = { Records: [{ dynamodb: { NewImage: marshall(row(now)) } }] } as unknown as DynamoDBStreamEvent;
  await expect(worker.handle(event, { ...service.runtime, hints })).rejects.toThrow('no queue');
});
