import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { VirtualTime } from '../service/virtual-time.ts';
import { createSdkRetries } from './sdk-retries.ts';

const throttled = new ProvisionedThroughputExceededException({ message: 'too much', $metadata: {} });
const call = { name: 'Get', input: {} };

test('a throttled call is repeated after a part of a second, then of two, and no more', async () => {
  const time = new VirtualTime(0);
  const sentAt: number[] = [];
  const send = async () => {
    sentAt.push(time.clock());
    throw throttled;
  };
  const retries = createSdkRetries(time.sleep, () => 0.5);
  await expect(time.run(retries(call, send))).rejects.toBe(throttled);
  expect(sentAt).toEqual([0, 500, 1_500]);
});

test('a transaction that is cancelled is handed on at once', async () => {
  const cancelled = new TransactionCanceledException({ message: 'cancelled', $metadata: {} });
  let sent = 0;
  const send = async () => {
    sent += 1;
    throw cancelled;
  };
  const retries = createSdkRetries(async () => {}, Math.random);
  await expect(retries({ ...call, name: 'TransactWrite' }, send)).rejects.toBe(cancelled);
  expect(sent).toBe(1);
});
