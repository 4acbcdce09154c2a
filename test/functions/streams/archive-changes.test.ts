import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { worker } from '../../../functions/streams/archive-changes.ts';
import { s3ChangeArchive } from '../../../shared/adapters/s3-change-archive.ts';
import { storedItems } from '../../support/answers.ts';
import { startBucket, streamArnOf, streamEventOf, type TestBucket } from '../../support/archive.ts';
import { addPayout, bodyOf, fundedOrganization, pathOf, settle } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

const streamArn = streamArnOf('payments');
let bucket: TestBucket;
let service: TestService;

beforeEach(async () => {
  bucket = await startBucket();
  service = await TestService.start({ archive: s3ChangeArchive(bucket) });
});
afterEach(() => bucket.stop());

async function archived(): Promise<ReturnType<typeof JSON.parse>[]> {
  const lines = await Promise.all((await bucket.keys()).map((key) => bucket.lines(key)));
  return lines.flat().map((line) => JSON.parse(line));
}

test('archives every change but those of nonces, rate counters and turns', async () => {
  const of = await fundedOrganization(service);
  await addPayout(service, of, { outcome: 'completed' });
  await settle(service);
  bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '7.00' }), 201);
  const turns = { pk: `ORG#${of.organizationId}`, sk: 'TURNS', givenUntil: 1, pace: 1 };
  const items = [...(await storedItems(service)), turns];
  const event = streamEventOf([], items, { streamArn, at: service.clock.now });
  await worker.handle(event, service.runtime);

  const identity = ({ pk, sk }: Record<string, unknown>) => `${pk} ${sk}`;
  const isWorthless = ({ pk, sk }: Record<string, unknown>) => /^(NONCE|RATE)#/.test(String(pk)) || sk === 'TURNS';
  const changes = await archived();
  expect(changes.map(({ keys }) => `${keys.pk.S} ${keys.sk.S}`).sort()).toEqual(
    items
      .filter((item) => !isWorthless(item))
      .map(identity)
      .sort(),
  );
  const now = new Date(service.clock.now).toISOString();
  const dropped = new Set(items.filter(isWorthless).map(({ sk }) => sk));
  expect(dropped).toEqual(new Set(['NONCE', 'RATE', 'TURNS']));
  for (const { at, event: name } of changes) expect([at, name]).toEqual([now, 'INSERT']);
});

test('keeps both images of a change, as the stream had them', async () => {
  const [before, after] = [
    { pk: 'ORG#o', sk: 'HEAD', version: 1 },
    { pk: 'ORG#o', sk: 'HEAD', version: 2 },
  ];
  const event = streamEventOf([before], [after], { streamArn, at: service.clock.now, sequenceNumber: 9n });
  await worker.handle(event, service.runtime);
  const keys = { pk: { S: 'ORG#o' }, sk: { S: 'HEAD' } };
  expect(await archived()).toEqual([
    {
      at: '2026-03-01T12:00:00.000Z',
      sequenceNumber: '9',
      event: 'MODIFY',
      keys,
      newImage: { ...keys, version: { N: '2' } },
      oldImage: { ...keys, version: { N: '1' } },
    },
  ]);
});

test('a record that lacks everything holds nothing up: it is archived with what it has', async () => {
  const { Records: good } = streamEventOf([], [{ pk: 'PAYOUT#o', sk: 'po_1' }], { streamArn, at: service.clock.now });
  const odd: DynamoDBRecord[] = [{}, { dynamodb: {} }, { dynamodb: { ApproximateCreationDateTime: 1e300 } }];
  await worker.handle({ Records: [...odd, ...good] }, service.runtime);
  const changes = await archived();
  expect(changes).toHaveLength(4);
  expect(changes[3].keys.sk.S).toBe('po_1');
});

test('an event of worthless changes alone writes nothing', async () => {
  const event = streamEventOf([], [{ pk: 'NONCE#1', sk: 'NONCE' }], { streamArn, at: service.clock.now });
  await worker.handle(event, service.runtime);
  expect(await bucket.keys()).toEqual([]);
});

test('a bucket that does not take the batch fails it, so that the stream offers it again', async () => {
  const archive = s3ChangeArchive({ ...bucket, bucket: 'nowhere' });
  const event = streamEventOf([], [{ pk: 'PAYOUT#o', sk: 'po_1' }], { streamArn, at: service.clock.now });
  await expect(worker.handle(event, { ...service.runtime, archive })).rejects.toThrow();
});

test('a stage without an archive does not swallow changes', async () => {
  const { archive: _, ...runtime } = service.runtime;
  const event = streamEventOf([], [{ pk: 'PAYOUT#o', sk: 'po_1' }], { streamArn, at: 0 });
  await expect(worker.handle(event as DynamoDBStreamEvent, runtime)).rejects.toThrow('no archive');
});
