import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import { auditRows, expectError, storedItems } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { type Intercept, lostAnswer, readsHead } from '../../../support/faults.ts';
import { bodyOf, deliver, settle } from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { TestService } from '../../../support/service.ts';
import { announced, atAcquirer, paymentOf, refund, type Sold, sold, untilResumedMs } from './support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let sale: Sold;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  sale = await sold(service);
});

/** What must hold whatever has happened to a refund of 30.00, once the worker had its time and the key was sent again. */
async function expectOnce(what: string): Promise<void> {
  service.clock.advance(untilResumedMs);
  await settle(service);
  const answer = await refund(service, sale, { amount: '30.00' }, { key: 'one' });
  expect(answer.status, `${what}: ${answer.text}`).toBe(200);
  await settle(service);
  expect(await atAcquirer(service, sale), what).toEqual({ asked: 1, amount: 30_00n });
  const payment = await paymentOf(service, sale);
  expect(payment, what).toMatchObject({ status: 'paid', refunded: 30_00n, refunds: [{ status: 'succeeded' }] });
  expect(payment.refunds, what).toHaveLength(1);
  expect(payment, what).not.toHaveProperty('refunding');
  expect(await announced(service, sale), what).toEqual(['paid', 'partially_refunded']);
  const rows = await auditRows(service, sale.of);
  expect(
    rows.filter(({ outcome }) => outcome === 'succeeded'),
    what,
  ).toHaveLength(1);
}

/** A process whose calls of the acquirer's refunds are wrapped. */
function through(wrap: (refunds: CardAcquirer['refunds']) => Partial<CardAcquirer['refunds']>, intercept?: Intercept) {
  const { rails } = service.runtime;
  return service.process(intercept ?? ((_call, send) => send()), {
    rails: (mode) => {
      const found = rails(mode);
      if (!found?.acquirer) return found;
      const { acquirer } = found;
      return { ...found, acquirer: { ...acquirer, refunds: { ...acquirer.refunds, ...wrap(acquirer.refunds) } } };
    },
  });
}

describe.each(['before', 'after'] as const)('killed %s any call to the table', (moment) => {
  test('a request refunds once', async () => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      sale = await sold(service);
      const { intercept, crashed } = crashAt({ call, moment });
      const process = service.process(intercept);
      const sent = refund(process, sale, { amount: '30.00' }, { key: 'one' });
      isKilled = (await Promise.race([crashed, sent])) === 'crashed';
      await expectOnce(`killed ${moment} call ${call}`);
    }
    expect(call).toBeGreaterThan(8);
  });

  test('a worker refunds once', async () => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      sale = await sold(service);
      const silent = through(() => ({ call: () => Promise.reject(new Error('no answer')) }));
      expect((await refund(silent, sale, { amount: '30.00' }, { key: 'one' })).status).toBe(500);
      service.clock.advance(untilResumedMs);
      const { intercept, crashed } = crashAt({ call, moment });
      const due = await dueIntent();
      isKilled = (await Promise.race([crashed, deliver(service.process(intercept), [due])])) === 'crashed';
      await expectOnce(`worker killed ${moment} call ${call}`);
    }
    expect(call).toBeGreaterThan(4);
  });
});

async function dueIntent() {
  const { organizationId } = sale.of;
  const rows = await storedItems(service, 'dueWork');
  const row = rows.find((one) => one.organizationId === organizationId && one.kind === 'intents');
  return { kind: 'intents' as const, organizationId, resourceId: row?.resourceId as string, dueAt: service.clock.now };
}

test.each(['asked', 'answered'] as const)('a request that dies when the acquirer was %s refunds once', async (when) => {
  const died = Promise.withResolvers<'died'>();
  const dying = through(({ call }) => ({
    async call(key, asked) {
      if (when === 'answered') await call(key, asked);
      died.resolve('died');
      return new Promise<never>(() => {});
    },
  }));
  const sent = refund(dying, sale, { amount: '30.00' }, { key: 'one' });
  expect(await Promise.race([died.promise, sent])).toBe('died');
  expectError(await refund(service, sale, { amount: '5.00' }), 'REFUND_IN_PROGRESS');
  await expectOnce(`died when ${when}`);
});

test.each([
  ['took effect', true],
  ['never arrived', false],
])('the answer to any write is lost, and it %s', async (_, tookEffect) => {
  let strike = 1;
  for (let isStruck = true; isStruck; strike += 1) {
    sale = await sold(service);
    let writes = 0;
    const losing: Intercept = async (call, send) => {
      const isWrite = !call.name.includes('Get') && call.name !== 'Query';
      if (isWrite) writes += 1;
      if (!isWrite || writes !== strike) return send();
      if (tookEffect) await send();
      throw lostAnswer();
    };
    const answer = await refund(service.process(losing), sale, { amount: '30.00' }, { key: 'one' });
    isStruck = writes >= strike;
    expect([200, 500, 503], answer.text).toContain(answer.status);
    await expectOnce(`write ${strike}`);
  }
  expect(strike).toBeGreaterThan(4);
});

describe('refunds at once', () => {
  test('of the whole: one is made, the others are refused', async () => {
    const meant = { allowDuplicate: true };
    const answers = await Promise.all(['1', '2', '3', '4'].map((key) => refund(service, sale, {}, { key, ...meant })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.type]).toEqual(
        body.type === 'REFUND_IN_PROGRESS' || body.type === 'CONFLICT' ? [409, body.type] : [400, 'REFUND_NOT_ALLOWED'],
      );
    }
    expect(await atAcquirer(service, sale)).toEqual({ asked: 1, amount: 100_00n });
  });

  test('under one key: one is made, and both are answered it', async () => {
    const once = () => refund(service, sale, { amount: '30.00' }, { key: 'one' });
    const answers = await Promise.all([once(), once()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expectOnce('at once');
  });

  test('the second while the first is at the acquirer is refused', async () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = through(({ call }) => ({
      async call(key, asked) {
        reached.resolve();
        await released.promise;
        return call(key, asked);
      },
    }));
    const first = refund(slow, sale, { amount: '30.00' }, { key: 'one' });
    await reached.promise;
    expectError(await refund(service, sale, { amount: '70.00' }), 'REFUND_IN_PROGRESS');
    released.resolve();
    bodyOf(await first);
    await expectOnce('slow');
    bodyOf(await refund(service, sale, { amount: '70.00' }));
  });

  test(
    'all that is left is another sum when one landed just before: CONFLICT, and nothing moves',
    quotes({ 'Endpoints > Refund a payment': '`CONFLICT` (sandbox: another refund landed just before)' }),
    async () => {
      let hasLanded = false;
      const landing: Intercept = async (call, send) => {
        if (readsHead(call) && !hasLanded) {
          hasLanded = true;
          bodyOf(await refund(service, sale, { amount: '30.00' }, { key: 'one' }));
        }
        return send();
      };
      const answer = await refund(service.process(landing), sale, {}, { key: 'two' });
      expectError(answer, 'CONFLICT');
      await expectOnce('another landed');
      expect(bodyOf(await refund(service, sale, {}, { key: 'two' }))).toMatchObject({ refundedBase: 10000 });
    },
  );
});

describe('a refund and a dispute', () => {
  const disputed = 200_16n;

  test('that opens first: the refund is refused until the dispute has ended', async () => {
    sale = await sold(service, { amount: 200_14n });
    service.clock.advance(30_000);
    // Not read yet: the acquirer knows more than we do, and refuses.
    expectError(await refund(service, sale, { amount: '10.00' }), 'PROVIDER_REJECTED');
    await advance();
    expectError(await refund(service, sale, { amount: '10.00' }), 'REFUND_DISPUTED');
    service.clock.advance(60_000);
    await advance();
    expect(bodyOf(await refund(service, sale, { amount: '10.00' }))).toMatchObject({ refundedBase: 1000 });
  });

  test('that opens while it is under way: what was refunded is not reversed', async () => {
    sale = await sold(service, { amount: disputed });
    const opening = through(({ call }) => ({
      async call(key, asked) {
        const report = await call(key, asked);
        service.clock.advance(30_000);
        await advance();
        return report;
      },
    }));
    const body = bodyOf(await refund(opening, sale, { amount: '50.00' }));
    expect(body).toMatchObject({ status: 'paid', disputed: true, refundedBase: 5000 });
    await settle(service);
    expect(await paymentOf(service, sale)).toMatchObject({ status: 'reversed', refunded: 50_00n, reversed: 150_16n });
    expect(await announced(service, sale)).toEqual(['paid', 'partially_refunded', 'reversed']);
  });

  test('that is lost while it is under way: the sum is never more than the amount, and an alarm is raised', async () => {
    sale = await sold(service, { amount: disputed });
    const losing = through(({ call }) => ({
      async call(key, asked) {
        const report = await call(key, asked);
        service.clock.advance(90_000);
        await advanceBlindly();
        return report;
      },
    }));
    const body = bodyOf(await refund(losing, sale, { amount: '50.00' }));
    expect(body).toMatchObject({ status: 'reversed', refundedBase: 5000, reversedBase: 15016 });
    expect(await announced(service, sale)).toEqual(['paid', 'reversed', 'partially_refunded']);
  });

  test('a pending refund goes on through it, on the acquirer’s word alone', async () => {
    sale = await sold(service, { amount: disputed });
    service.clock.advance(25_000);
    bodyOf(await refund(service, sale, { amount: '50.85' }));
    service.clock.advance(5_000);
    await advance();
    const payment = await paymentOf(service, sale);
    expect(payment).toMatchObject({ refunds: [{ status: 'pending' }], disputes: [{ status: 'open', taken: 149_31n }] });
    await settle(service);
    expect(await paymentOf(service, sale)).toMatchObject({ status: 'reversed', refunded: 50_85n, reversed: 149_31n });
  });

  /** Lets the payment's worker read the charge. */
  const advance = () => advanceBy(service);

  /** The same, of an acquirer that reports the dispute as of the whole amount. */
  const advanceBlindly = () => {
    const { rails } = service.runtime;
    const blind = service.process((_call, send) => send(), {
      rails: (mode) => {
        const found = rails(mode);
        if (!found?.acquirer) return found;
        const { acquirer } = found;
        const readCharge: CardAcquirer['readCharge'] = async (...asked) => {
          const charge = await acquirer.readCharge(...asked);
          return charge && { ...charge, disputes: charge.disputes.map((one) => ({ ...one, taken: charge.amount })) };
        };
        return { ...found, acquirer: { ...acquirer, readCharge } };
      },
    });
    return advanceBy(blind);
  };

  const advanceBy = async (process: Pick<TestService, 'runtime'>) => {
    const { organizationId } = sale.of;
    const { now: dueAt } = service.clock;
    await deliver(process, [{ kind: 'checkout', organizationId, resourceId: sale.paymentId, dueAt }]);
  };
});

test('a worker that sees the work of a refund before the refund leaves the work to be done', async () => {
  let before: unknown;
  let isBehind = false;
  const process = service.process(async ({ name, input }, send) => {
    const isPayment = name === 'Get' && JSON.stringify(input.Key).includes('CHECKOUT_PAYMENT#');
    if (isPayment && isBehind) return before;
    const answer = await send();
    if (isPayment) before = answer;
    return answer;
  });
  const silent = through(({ call }) => ({
    async call(key, asked) {
      await call(key, asked);
      throw new Error('no answer');
    },
  }));
  // Pending, and failed since.
  expect((await refund(silent, sale, { amount: '30.86' }, { key: 'one' })).status).toBe(500);
  expect(await paymentOf(process, sale)).toMatchObject({ refunding: { amount: 30_86n }, refunds: [] });
  service.clock.advance(untilResumedMs);
  await deliver(service, [await dueIntent()]);
  expect(await paymentOf(service, sale)).toMatchObject({ refunds: [{ status: 'pending' }] });
  isBehind = true;
  const { organizationId } = sale.of;
  const hint = { kind: 'checkout' as const, organizationId, resourceId: sale.paymentId, dueAt: service.clock.now };
  await deliver(process, [hint]);
  expect(await announced(service, sale)).toEqual(['paid']);
  await settle(service);
  expect(await paymentOf(service, sale)).toMatchObject({ refunds: [{ status: 'failed' }], refunded: 0n });
  expect(await announced(service, sale)).toEqual(['paid', 'refund_failed']);
});
