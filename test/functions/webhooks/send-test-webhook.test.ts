import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CheckoutPaymentEvent } from '../../../shared/checkout/payments/present-payment.ts';
import { eventTypes } from '../../../shared/journal/rows/event.ts';
import { BatchView } from '../../../shared/payouts/batches/batch/present-batch.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf, pathOf } from '../../support/journey.ts';
import { type Receiver, receiverOfTest } from '../../support/receiver.ts';
import { TestService } from '../../support/service.ts';
import { stopTimers } from '../../support/stopped-timers.ts';
import { organizationOfWebhooks, registered, storedCursor, switchOffDeveloper, type Webhooks } from './support.ts';

let service: TestService;
let webhooks: Webhooks;
let receiver: Receiver;
let endpoint: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  service = await TestService.start();
  // Stock verifiers look at the machine's clock.
  service.clock.now = Date.now();
});

beforeEach(async () => {
  webhooks = await organizationOfWebhooks(service);
  receiver = await receiverOfTest();
  endpoint = await registered(service, webhooks, { url: receiver.url, events: ['payout.failed'] });
});

function send(type: string, idempotencyKey: string = randomUUID()) {
  return service.post(`${webhooks.path}/${endpoint.id}/test`, webhooks.operator, { type }, { idempotencyKey });
}

describe('an example', () => {
  test.each(eventTypes)('of %s is signed as every delivery, whatever the endpoint asked for', async (type) => {
    const result = bodyOf(await send(type));
    const [{ headers, text, event } = {} as never] = receiver.received;
    expect(result).toEqual({ eventId: event.id, accepted: true, responseStatus: 200 });
    expect(event).toMatchObject({ type, sequence: '0', livemode: false, apiVersion: 1, data: expect.any(Object) });
    expect(headers['svc-id']).toBe(event.id);
    expect(new Webhook(endpoint.secret).verify(text, headers as Record<string, string>)).toEqual(event);
  });

  test('of a batch names it where others name a payout', async () => {
    bodyOf(await send('payout_batch.completed'));
    expect(receiver.received[0]?.event).toMatchObject({ payoutId: null, batchId: 'pb_example' });
  });

  test.each(['awaiting_confirmation', 'completed', 'canceled'])(
    'of a batch that is %s is what its read answers',
    async (status) => {
      bodyOf(await send(`payout_batch.${status}`));
      const { data } = receiver.received[0]?.event ?? {};
      const batch = BatchView.parse(data);
      expect(batch).toEqual(data);
      expect(batch.status).toBe(status);
      expect(Object.values(batch.counts).reduce((sum, count) => sum + count, 0)).toBe(batch.itemCount);
    },
  );

  test('of a payment has its money as decimal strings, unlike the list of payments', async () => {
    bodyOf(await send('checkout_payment.partially_refunded'));
    const { data } = receiver.received[0]?.event ?? {};
    expect(data).toMatchObject({ amount: '100.00', currency: 'USD', fee: '3.20', refund: { amount: '40.00' } });
    expect(data).not.toHaveProperty('amountBase');
  });

  /** Where the status is not the type's own; and of refund events the status of the refund. */
  const paymentsAfter: Readonly<Record<string, { readonly status?: string; readonly refund?: string }>> = {
    refunded: { refund: 'succeeded' },
    partially_refunded: { status: 'paid', refund: 'succeeded' },
    refund_failed: { status: 'paid', refund: 'failed' },
  };

  test.each(eventTypes.filter((type) => type.startsWith('checkout_payment.')))(
    'of %s is of the shape of real ones',
    async (type) => {
      bodyOf(await send(type));
      const transition = type.replace('checkout_payment.', '');
      const { status = transition, refund } = paymentsAfter[transition] ?? {};
      const { data } = receiver.received[0]?.event ?? {};
      const payment = CheckoutPaymentEvent.parse(data);
      expect(payment).toEqual(data);
      expect(payment.status).toBe(status);
      expect(payment.refund?.status).toBe(refund);
      expect(payment.refunds).toEqual(payment.refund ? [payment.refund] : []);
      const succeeded = payment.refunds.find((one) => one.status === 'succeeded');
      expect(payment.refunded).toBe(succeeded?.amount ?? '0.00');
    },
  );

  test('that is refused says what the endpoint answered, and counts for nothing', async () => {
    receiver.answering = 500;
    expect(bodyOf(await send('payout.completed'))).toMatchObject({
      accepted: false,
      responseStatus: 500,
      error: 'as told',
    });
    expect(await storedCursor(service, webhooks, endpoint.id)).toMatchObject({ consecutiveFailures: 0, offeredTo: 0 });
    expect(bodyOf(await service.get(`${webhooks.path}/${endpoint.id}/deliveries`, webhooks.operator))).toEqual([]);
    expect(bodyOf(await service.get(`${pathOf(webhooks.of)}/events`, webhooks.operator)).data).toEqual([]);
  });

  test('that nobody answers is given up after five seconds', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    receiver.answering = () => arrive();
    const pass = stopTimers();
    const answers: unknown[] = [];
    const sent = send('payout.completed').then((answer) => answers.push(bodyOf(answer)));
    await arrived;

    await pass(4_999);
    expect(answers).toEqual([]);
    await pass(1);

    await sent;
    expect(answers).toMatchObject([{ accepted: false, error: 'no answer within 5 seconds' }]);
  });

  test('asked for again with the same key is answered, not sent, again', async () => {
    const first = bodyOf(await send('deposit.completed', 'once'));
    expect(bodyOf(await send('deposit.completed', 'once'))).toEqual(first);
    expect(receiver.received).toHaveLength(1);
  });

  test('is audited', async () => {
    bodyOf(await send('payout.pending'));
    expect(await auditRows(service, webhooks.of)).toContainEqual(
      expect.objectContaining({ action: 'webhook_endpoint.test', outcome: 'succeeded', resourceId: endpoint.id }),
    );
  });

  test('of an unknown type, for an unknown endpoint, or without the feature is refused and not sent', async () => {
    expect(faultsOf(await send('payout.unheard'))).toEqual(['type: invalid_value']);
    const untyped = await service.post(`${webhooks.path}/${endpoint.id}/test`, webhooks.operator, {});
    expect(faultsOf(untyped)).toEqual(['type: required']);
    const path = `${webhooks.path}/we_unknown/test`;
    expectError(await service.post(path, webhooks.operator, { type: 'payout.failed' }), 'NOT_FOUND');
    await switchOffDeveloper(service, webhooks.organizationId);
    expectError(await send('payout.failed'), 'DEVELOPER_FEATURE_DISABLED');
    expect(receiver.received).toEqual([]);
  });
});
