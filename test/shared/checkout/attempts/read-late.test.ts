import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { differenceMessage } from '../../../../shared/checkout/payments/report-differences.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import type { CardAcquirer, Charge, ChargeRefund } from '../../../../shared/ports/card-acquirer.ts';
import type { Rails, WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { CapturedLog } from '../../../support/captured-log.ts';
import { Buyer, ledTo, linkNow, locationOf, paymentsOn } from '../../../support/checkout/buyer.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { crashAt } from '../../../support/crash.ts';
import { deliver, readFeed, settle, type TestOrganization } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { disputeOf } from '../payments/support.ts';

// Each call of a story is its last once: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

const pagesUrl = 'https://pay.example';
/** What became of the charge before anybody read it. */
let became: Partial<Charge>;
let overrides: Partial<WholeRuntime>;
let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;
const log = new CapturedLog();

beforeEach(async () => {
  became = {};
  log.lines.length = 0;
  const started = await TestService.start({ pagesUrl, rateLimitOverride: 1_000_000 });
  const rails: WholeRuntime['rails'] = (mode) => {
    const found = started.runtime.rails(mode) as Rails;
    const acquirer = found.acquirer as CardAcquirer;
    const readCharge: CardAcquirer['readCharge'] = async (...asked) => {
      const charge = await acquirer.readCharge(...asked);
      return charge && { ...charge, ...became };
    };
    return { ...found, acquirer: { ...acquirer, readCharge } };
  };
  overrides = { pagesUrl, rails, log: log.log };
  service = started.process((_call, send) => send(), overrides);
  await anotherLink();
});

/** A new organization with a link of 15.00 dollars that counts its places. */
async function anotherLink(): Promise<void> {
  organization = await service.organization();
  ({ path, link } = await addLink(service.runtime, organization, { maxPayments: 3 }));
}

/** A buyer pays and does not come back. @returns the page to which the acquirer would have sent the buyer */
async function paidUnseen(): Promise<string> {
  const buyer = new Buyer(service);
  return ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
}

function refundOf(change: Partial<ChargeRefund> = {}): ChargeRefund {
  return { externalId: 'rf_1', status: 'succeeded', amount: 5_00n, ...change };
}

const payments = async () => (await paymentsOn(service, link)).map((item) => format(PaymentEntity, item));
const announced = async () =>
  (await readFeed(service, organization)).map(({ type }) => type.replace('checkout_payment.', ''));
const reports = () => log.lines.filter(({ message }) => message === differenceMessage);

const ours = refundOf({ refundId: 're_1', externalId: 'rf_2', amount: 4_00n });
const lost = disputeOf({ status: 'lost', taken: 10_00n });

describe('a payment that a worker reads for the first time when', () => {
  test.each<[what: string, charge: Partial<Charge>, events: string[], payment: object]>([
    [
      'it was refunded in part, by us and at the acquirer',
      { refunds: [refundOf(), ours] },
      ['paid', 'partially_refunded', 'partially_refunded'],
      { status: 'paid', refunded: 9_00n, refunds: [{ externalId: 'rf_1' }, { refundId: 're_1' }] },
    ],
    [
      'all of it was refunded',
      { refunds: [refundOf({ amount: 15_00n })] },
      ['paid', 'refunded'],
      { status: 'refunded', refunded: 15_00n },
    ],
    [
      'one refund is pending and another has failed',
      { refunds: [refundOf({ status: 'pending' }), { ...ours, status: 'failed' }] },
      ['paid'],
      { status: 'paid', refunded: 0n, refunds: [{ status: 'pending' }, { status: 'failed' }] },
    ],
    ['a dispute is open', { disputes: [disputeOf()] }, ['paid'], { status: 'paid', disputes: [{ status: 'open' }] }],
    [
      'a dispute was won',
      { disputes: [disputeOf({ status: 'won', taken: 0n })] },
      ['paid'],
      { status: 'paid', reversed: 0n, disputes: [{ status: 'won' }] },
    ],
    [
      'a dispute was lost of what was not refunded',
      { refunds: [refundOf()], disputes: [lost] },
      ['paid', 'partially_refunded', 'reversed'],
      { status: 'reversed', refunded: 5_00n, reversed: 10_00n },
    ],
    ['its card was refused', { status: 'failed' }, [], { status: 'failed' }],
  ])('%s is recorded with all of it', async (_what, charge, events, payment) => {
    await paidUnseen();
    became = charge;
    await settle(service);
    expect(await payments()).toMatchObject([payment]);
    expect(await announced()).toEqual(events);
    const places = charge.status === 'failed' ? 0 : 1;
    expect((await linkNow(service, link)).placesTaken).toBe(places);
    expect(reports()).toEqual([]);
  });

  test.each<[what: string, charge: Partial<Charge>, events: string[], status: string, difference: string]>([
    [
      'more was refunded than was paid',
      { refunds: [refundOf({ amount: 10_00n }), { ...ours, amount: 10_00n }] },
      ['paid', 'partially_refunded', 'refunded'],
      'refunded',
      '2000 base units were refunded',
    ],
    [
      'a dispute took what was refunded',
      { refunds: [refundOf({ amount: 10_00n })], disputes: [lost] },
      ['paid', 'partially_refunded', 'reversed'],
      'reversed',
      '1000 base units were refunded and 1000 taken by lost disputes',
    ],
    [
      'a dispute is about a refunded payment',
      { refunds: [refundOf({ amount: 15_00n })], disputes: [disputeOf()] },
      ['paid', 'refunded'],
      'refunded',
      'is about a refunded payment',
    ],
    [
      'one refund is told twice, with two amounts',
      { refunds: [refundOf(), refundOf({ amount: 6_00n })] },
      ['paid', 'partially_refunded'],
      'paid',
      'succeeded with 600 base units, and was succeeded with 500',
    ],
    ['its charge has failed and was refunded', { status: 'failed', refunds: [refundOf()] }, [], 'failed', '1 refunds'],
  ])('%s is recorded, and an alarm raised', async (_what, charge, events, status, difference) => {
    await paidUnseen();
    became = charge;
    await settle(service);
    expect(await payments()).toMatchObject([{ status }]);
    expect(await announced()).toEqual(events);
    expect(reports()).toMatchObject([{ AcquirerDiffers: 1, differences: [expect.stringContaining(difference)] }]);
  });
});

describe('a hundred refunds in one reading', () => {
  const refunds = Array.from({ length: 100 }, (_, index) => refundOf({ externalId: `rf_${index}`, amount: 15n }));

  /** Each refund is announced once, in the acquirer's order, and the last of them makes the payment refunded. */
  async function expectAll(what: string): Promise<void> {
    expect(await payments(), what).toMatchObject([{ status: 'refunded', refunded: 15_00n }]);
    const [paid, ...others] = await readFeed(service, organization);
    expect(paid?.type, what).toBe('checkout_payment.paid');
    expect(
      others.map(({ data }) => data.refund.externalId),
      what,
    ).toEqual(refunds.map(({ externalId }) => externalId));
    expect(others.at(-1), what).toMatchObject({ type: 'checkout_payment.refunded', data: { refunded: '15.00' } });
    const partially = others.slice(0, -1).map(({ type }) => type);
    expect(new Set(partially), what).toEqual(new Set(['checkout_payment.partially_refunded']));
  }

  test('the first, by a worker, are recorded to the last, and a dispute behind them takes nothing', async () => {
    await paidUnseen();
    became = { refunds, disputes: [disputeOf({ status: 'won', taken: 0n })] };
    await settle(service);
    await expectAll('first reading');
    expect(await payments()).toMatchObject([{ disputes: [{ status: 'won' }] }]);
    expect(reports()).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'are recorded once each by a worker that is killed %s any call to the table',
    async (moment) => {
      let call = 1;
      for (let isKilled = true; isKilled; call += 1) {
        await anotherLink();
        became = { nextChangeAt: service.clock.now };
        await new Buyer(service).get(await paidUnseen());
        const [payment] = await payments();
        became = { refunds };
        const resourceId = String(payment?.paymentId);
        const { organizationId } = organization;
        const { intercept, crashed } = crashAt({ call, moment });
        const hint = { kind: 'checkout', organizationId, resourceId, dueAt: service.clock.now } as const;
        const outcome = await Promise.race([crashed, deliver(service.process(intercept, overrides), [hint])]);
        isKilled = outcome === 'crashed';
        await settle(service);
        await expectAll(`killed ${moment} call ${call}`);
      }
      // Five commits with their reads, and the claim's beginning and end.
      expect(call).toBeGreaterThan(12);
    },
  );
});
