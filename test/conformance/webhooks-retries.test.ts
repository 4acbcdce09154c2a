import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint } from '../../client/src/index.ts';
import { HOUR_MS, MINUTE_MS, passUntil, wake } from '../shared/webhooks/offering/support.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { sent } from '../support/sent.ts';
import { payeeOf, useService } from './support.ts';
import {
  deliveriesOf,
  feedOf,
  happens,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  watchedSender,
  webhookCaller,
} from './webhooks-support.ts';

const PATIENCE_MS = 300;
/** Nobody waits ten seconds for an answer of these. */
const slow = new Set<string>();
const { webhooks, begun } = watchedSender((url) => (slow.has(url) ? PATIENCE_MS : undefined));
const stage = useService({ ...shortPauses, webhooks });
const newReceiver = useReceivers();
let caller: WebhookCaller;

beforeEach(async () => {
  caller = await webhookCaller(stage.http);
});

const pass = (ms: number) => passUntil(stage.http.service, stage.http.service.clock.now + ms);

/** What was begun to send to a receiver. */
const sequencesTo = (receiver: Receiver) =>
  begun.filter(({ url }) => url === receiver.url).map(({ event }) => event.sequence);

const neverAnswers = () => undefined;
const breaksOff = (_received: unknown, response: ServerResponse) => void response.destroy();

describe('Events > Retries', quotedByName, () => {
  test('Deliveries are at least once and offered in `sequence` order per endpoint, but retries can reorder them.', async () => {
    // Answers at a different pace each time; the second event fails the first time.
    let failures = 0;
    const receiver = await newReceiver(async ({ event }, response) => {
      await new Promise((done) => setTimeout(done, (Number(event.sequence) * 7) % 20));
      const fails = event.sequence === '2' && failures === 0;
      failures += Number(fails);
      response.writeHead(fails ? 500 : 200).end();
    });
    await listen(caller, receiver);
    await happens(stage.http, caller, { count: 40 });
    const sequences = (await feedOf(caller)).map(({ sequence }) => sequence);
    expect(sequencesTo(receiver)).toEqual(sequences);
    await pass(2 * MINUTE_MS);
    expect(sequencesTo(receiver)).toEqual([...sequences, '2']);
    expect(receiver.sequences.at(-1)).toBe(2);
  });

  test(
    'Never move a payout backwards.',
    quotes({ 'States and transitions > Payout': 'unchanged | consumers ignore it' }),
    async () => {
      // Misses `payout.processing` at first: it comes when the payout is completed.
      const receiver = await newReceiver(({ event }, response) => {
        const isFirst = receiver.received.filter(({ event: { id } }) => id === event.id).length === 1;
        response.writeHead(event.type === 'payout.processing' && isFirst ? 500 : 200).end();
      });
      await listen(caller, receiver);
      await caller.sluice.fundSandbox({ amount: '100.00' });
      const destinationAccountId = await payeeOf(caller);
      const { payoutId } = await sent(caller.sluice.createPayout({ amount: '10.00', destinationAccountId }));
      await settle(stage.http.service);
      await wake(stage.http.service, caller.organizationId);
      await pass(HOUR_MS);
      const [completed, late] = receiver.received.slice(-2);
      expect([completed?.event.type, late?.event.type]).toEqual(['payout.completed', 'payout.processing']);
      expect(late?.event.data).toMatchObject({ payoutId, status: 'processing' });
      // What tells a receiver that it is late: its place in the feed, and the record.
      expect(Number(late?.event.sequence)).toBeLessThan(Number(completed?.event.sequence));
      expect(await caller.sluice.getOrder({ payoutId })).toMatchObject({ status: 'completed' });
    },
  );

  test('Respond 2xx first, work afterwards; answer 2xx to unknown types.', async () => {
    const worksAfterwards = await newReceiver((_received, response) => response.writeHead(200).flushHeaders());
    const worksFirst = await newReceiver(async (_received, response) => {
      await new Promise((done) => setTimeout(done, 2 * PATIENCE_MS));
      response.writeHead(200).end();
    });
    slow.add(worksFirst.url);
    const knows = await newReceiver(200);
    const refusesUnknown = await newReceiver(404);
    const endpoints: RegisteredWebhookEndpoint[] = [];
    for (const receiver of [worksAfterwards, worksFirst, knows, refusesUnknown]) {
      endpoints.push(await listen(caller, receiver));
    }
    await happens(stage.http, caller);
    const statuses = endpoints.map(async (endpoint) => (await deliveriesOf(caller, endpoint))[0]?.status);
    expect(await Promise.all(statuses)).toEqual(['succeeded', 'failed', 'succeeded', 'failed']);
  });

  test('Any 2xx is success; anything else, including a timeout, is retried.', async () => {
    const accepting = [200, 201, 204, 299];
    const failing = [300, 302, 404, 410, 429, 500, neverAnswers, breaksOff];
    const stand = async (answering: Receiver['answering']) => {
      const receiver = await newReceiver(answering);
      if (answering === neverAnswers) slow.add(receiver.url);
      return { receiver, endpoint: await listen(caller, receiver) };
    };
    const [accepted, failed] = [await Promise.all(accepting.map(stand)), await Promise.all(failing.map(stand))];
    await happens(stage.http, caller);
    for (const { endpoint } of accepted) {
      expect(await deliveriesOf(caller, endpoint)).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
    }
    for (const { endpoint } of failed) {
      expect(await deliveriesOf(caller, endpoint)).toMatchObject([{ status: 'failed', attempt: 1 }]);
    }
    await pass(2 * MINUTE_MS);
    expect(accepted.map(({ receiver }) => receiver.received.length)).toEqual(accepting.map(() => 1));
    expect(failed.map(({ receiver }) => receiver.received.length)).toEqual(failing.map(() => 2));
  });
});
