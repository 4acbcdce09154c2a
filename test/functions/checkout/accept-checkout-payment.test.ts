import { beforeAll, describe, expect, test } from 'vitest';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { PaymentEntity, type PaymentStatus } from '../../../shared/checkout/payments/payment.ts';
import { auditRows, expectError } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, expectSoundBooks, readFeed } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { suspendedMeanwhile } from '../../support/suspended-meanwhile.ts';
import { organizationWithOwner } from '../api-keys/support.ts';
import { bankPaymentOn, byBank } from './bank-payments-support.ts';
import { checkoutOf, linkNow, paymentNow, paymentsOn, storeLink } from './payments-support.ts';

let service: TestService;
let transfers = 0;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

/** A payment by bank of 150.00, of which so much came in, and an owner. */
async function short(amount?: string, change: Partial<Link> = {}) {
  const { of, organizationId, owner } = await organizationWithOwner(service);
  const link = await storeLink(service, of, { ...byBank, ...change });
  const payment = await bankPaymentOn(service, link);
  const { paymentId, externalId: reference } = payment;
  const credit = (coming: string) => {
    transfers += 1;
    const transfer = { organizationId, amount: coming, currency: 'USD', reference, externalId: `accept-${transfers}` };
    return performed(service, 'credit-payment', transfer);
  };
  if (amount !== undefined) await credit(amount);
  service.clock.advance(1);
  const pathTo = (id: string) => `${checkoutOf(of)}/payments/${id}/accept`;
  const accept = (by: TestSession = owner, target = service, id: string = paymentId) =>
    target.post(pathTo(id), by, undefined);
  const become = (status: PaymentStatus) =>
    service.runtime.store.put(PaymentEntity, { ...payment, status, received: 1n });
  return { of, organizationId, owner, link, paymentId, reference, credit, accept, become, pathTo };
}

describe('short money that is accepted', () => {
  test('makes the payment paid with what came in, announced, audited, and out of no balance', async () => {
    const { of, owner, paymentId, reference, link, accept } = await short('149.00', { maxPayments: 1 });
    const paid = bodyOf(await accept(owner, service, reference));
    expect(paid).toMatchObject({ id: paymentId, status: 'paid', amountBase: 150_00, receivedBase: 149_00 });
    expect(paid).not.toHaveProperty('late');
    expect(await paymentNow(service, of, paymentId)).toEqual(paid);
    const feed = await readFeed(service, of);
    expect(feed).toMatchObject([{ type: 'checkout_payment.paid', data: { amount: '150.00', received: '149.00' } }]);
    expect((await auditRows(service, of)).at(-1)).toMatchObject({
      action: 'checkout_payment.accept',
      resourceId: paymentId,
      actorUserId: owner.userId,
    });
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 1 });
    await expectSoundBooks(service, of);
  });

  test('again, and by several at once, stays as it is: one event', async () => {
    const { of, organizationId, accept } = await short('1.00');
    const admin = await service.member(organizationId, 'admin');
    const [first, ...others] = await Promise.all([accept(), accept(admin), accept()]);
    service.clock.advance(1_000);
    for (const answer of [...others, await accept()]) expect(bodyOf(answer)).toEqual(bodyOf(first as never));
    expect(await readFeed(service, of)).toHaveLength(1);
  });

  test('and then comes after all: a payment of its own', async () => {
    const { of, link, accept, credit } = await short('149.00');
    bodyOf(await accept());
    expect(await credit('1.00')).toMatchObject({ status: 'paid', late: true, amountBase: 1_00 });
    expect(await paymentsOn(service, of, link)).toHaveLength(2);
  });

  test('at the moment in which the rest comes is paid once', async () => {
    const { of, link, accept, credit } = await short('149.00');
    await Promise.all([accept(), credit('1.00')]);
    const payments = await paymentsOn(service, of, link);
    const received = payments.map(({ receivedBase }) => receivedBase as number);
    expect(received.reduce((sum, one) => sum + one, 0)).toBe(150_00);
    expect(await readFeed(service, of)).toHaveLength(payments.length);
  });

  test.each([1, 2, 3, 4, 5, 6])('by a process that dies at its call %i is accepted once by the next', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const { of, owner, accept } = await short('149.00');
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([accept(owner, service.process(intercept)), crashed]);
      expect(bodyOf(await accept())).toMatchObject({ status: 'paid' });
      expect(await readFeed(service, of)).toHaveLength(1);
    }
  });

  test('on a link that takes no payments any more is late', async () => {
    const { accept } = await short('149.00', { status: 'paused' });
    expect(bodyOf(await accept())).toMatchObject({ status: 'paid', late: true });
  });
});

describe('accepting', () => {
  test('where nothing came in is refused', async () => {
    const { of, accept } = await short();
    expectError(await accept(), 'BAD_REQUEST');
    expect(await readFeed(service, of)).toEqual([]);
  });

  test.each(['refunded', 'charged_back', 'reversed'] as const)('a %s payment is refused', async (status) => {
    const { of, accept, become } = await short();
    await become(status);
    expectError(await accept(), 'BAD_REQUEST');
    expect(await readFeed(service, of)).toEqual([]);
  });

  test('a payment in a state of a later release is refused, and changes nothing', async () => {
    const { of, accept, become } = await short();
    await become('later_value' as PaymentStatus);
    expectError(await accept(), 'INTERNAL');
    expect(await readFeed(service, of)).toEqual([]);
  });

  test('is for owners and admins, by session', async () => {
    const { of, organizationId, accept, pathTo, paymentId } = await short('1.00');
    expectError(await service.post(pathTo(paymentId), of, undefined), 'UNAUTHORIZED');
    for (const role of ['operator', 'viewer'] as const) {
      expectError(await accept(await service.member(organizationId, role)), 'FORBIDDEN');
    }
    bodyOf(await accept(await service.member(organizationId, 'admin')));
  });

  test("another organization's payment is NOT_FOUND, by any id, as one that does not exist", async () => {
    const victim = await short('1.00');
    const { owner, accept } = await short();
    for (const id of [victim.paymentId, victim.reference, 'pay_1_2', 'RF18539007547034']) {
      expectError(await accept(owner, service, id), 'NOT_FOUND');
    }
    expect(await readFeed(service, victim.of)).toEqual([]);
  });

  test('in an organization that was suspended after the request was let in is refused', async () => {
    const { of, organizationId, owner, accept } = await short('1.00');
    expectError(await accept(owner, suspendedMeanwhile(service, organizationId)), 'ACCOUNT_BLOCKED');
    await performed(service, 'resume', { organizationId });
    expect(await readFeed(service, of)).toEqual([]);
  });

  test('a payment that had failed is as possible as one that is pending', async () => {
    const { of, accept, become } = await short();
    await become('failed');
    expect(bodyOf(await accept())).toMatchObject({ status: 'paid', receivedBase: 1 });
    expect(await readFeed(service, of)).toHaveLength(1);
  });

  test('while suspended is ACCOUNT_BLOCKED', async () => {
    const { organizationId, accept } = await short('1.00');
    await performed(service, 'suspend', { organizationId });
    expectError(await accept(), 'ACCOUNT_BLOCKED');
  });
});
