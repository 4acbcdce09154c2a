import { expect, test } from 'vitest';
import type { KeyOptions } from '../src/options.ts';
import { type Received, type Reply, startService } from './support/service.ts';

const payout: Reply = { status: 200, body: { payoutId: 'po_1' } };
const keyOf = ({ headers }: Received) => headers['idempotency-key'];

/** A network that sends the first requests twice, and lets only the second answer through. */
function repeating(times: number): typeof fetch {
  let left = times;
  return async (input, init) => {
    left -= 1;
    if (left >= 0) await (await fetch(input, init)).arrayBuffer();
    return fetch(input, init);
  };
}

test.each<[string, Partial<KeyOptions>]>([
  ['signed directly', {}],
  ['signed by challenge', { signing: 'challenge' }],
  ['of a client without retries', { maxRetries: 0 }],
])('a payout that the network sent twice is signed once more, with the same key: %s', async (_, options) => {
  const service = await startService(payout);
  // By challenge the unsigned request comes first, and is sent twice, too.
  const client = service.client({ fetch: repeating(options.signing ? 2 : 1), ...options });

  const made = await client.acceptQuote({ snapshotId: 'qs_1' });

  expect(made).toEqual({ payoutId: 'po_1' });
  expect(service.received.map(keyOf)).toEqual([
    keyOf(service.received[0] as Received),
    expect.stringMatching(/^[\w-]{36}$/),
  ]);
  expect(new Set(service.received.map(keyOf)).size).toBe(1);
  expect(client.answerOf(made)).toMatchObject({ attempt: 2 });
});

test('a read is signed once more, and followEvents goes on', async () => {
  const page = (...sequences: string[]): Reply => ({
    status: 200,
    body: { data: sequences.map((sequence) => ({ sequence })), nextSince: sequences.at(-1) ?? '2' },
  });
  const service = await startService(page('1'), page('1'), page('2'));

  const sequences: string[] = [];
  for await (const { sequence } of service.client({ fetch: repeating(1) }).followEvents()) {
    sequences.push(sequence);
    if (sequence === '2') break;
  }

  expect(sequences).toEqual(['1', '2']);
});

test('a network that sends everything twice gets SIGNATURE_REPLAYED after one more signature, not an endless loop', async () => {
  const service = await startService(payout);

  const call = service.client({ fetch: repeating(Number.POSITIVE_INFINITY) }).acceptQuote({ snapshotId: 'qs_1' });

  await expect(call).rejects.toMatchObject({ type: 'SIGNATURE_REPLAYED', attempts: 2 });
  expect(service.received).toHaveLength(2);
});

test('each attempt may be signed once more', async () => {
  const service = await startService('hang up', { status: 500, body: '' }, payout);
  let sent = 0;
  // The first and the third request are sent twice: the first attempt, and the second after a failure between them.
  const client = service.client({
    fetch: async (input, init) => {
      sent += 1;
      if (sent === 1 || sent === 3) await fetch(input, init).catch(() => {});
      return fetch(input, init);
    },
  });

  const made = await client.acceptQuote({ snapshotId: 'qs_1' });

  expect(made).toEqual({ payoutId: 'po_1' });
  expect(new Set(service.received.map(keyOf)).size).toBe(1);
});
