import { beforeEach, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint } from '../../client/src/index.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { useService } from './support.ts';
import {
  happens,
  listedEndpoint,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  webhookCaller,
} from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let receiver: Receiver;
let caller: WebhookCaller;
let endpoint: RegisteredWebhookEndpoint;

beforeEach(async () => {
  receiver = await newReceiver();
  caller = await webhookCaller(stage.http);
  endpoint = await listen(caller, receiver);
});

const instant = (ms: number) => new Date(ms).toISOString();

describe('Resources and their fields > Webhook endpoint and delivery', quotedByName, () => {
  test(
    'Endpoint fields: `events` (list; empty means all default types), `consecutiveFailures`, `lastSuccessAt`, `lastFailureAt`',
    quotes({ 'Endpoints > List webhook endpoints': 'with health fields' }),
    async () => {
      const { service } = stage.http;
      expect(endpoint).toMatchObject({ events: [], consecutiveFailures: 0 });
      await happens(stage.http, caller);
      await happens(stage.http, caller, { type: 'deposit.completed' });
      const lastSuccessAt = instant(service.clock.now);
      service.clock.advance(60_000);
      receiver.answering = 500;
      await happens(stage.http, caller, { count: 2 });
      const lastFailureAt = instant(service.clock.now);
      expect(await listedEndpoint(caller, endpoint)).toMatchObject({
        consecutiveFailures: 2,
        lastSuccessAt,
        lastFailureAt,
      });
      expect(receiver.sequences.toSorted()).toEqual([1, 3, 4]);
    },
  );
});
