import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Link, LinkEntity, linkRef } from '../../../../shared/checkout/links/link.ts';
import { linkOfPayment, type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { receiveMoney } from '../../../../shared/checkout/payments/receive-money.ts';
import { paymentTransitions } from '../../../../shared/checkout/payments/transitions.ts';
import { identity, keyOf } from '../../../../shared/ground/table/keys.ts';
import { JournalDraft } from '../../../../shared/journal/commit/draft.ts';
import { newHead } from '../../../../shared/journal/commit/head.ts';
import { EventEntity } from '../../../../shared/journal/rows/event.ts';
import { rowsOf, someTime } from '../../../support/drafts.ts';
import { paymentOf } from './support.ts';

const first = paymentOf({ method: { kind: 'bank' }, externalId: 'RF18539007547034' });
const link: Link = {
  organizationId: first.organizationId,
  linkId: linkOfPayment(first.paymentId),
  version: 1,
  status: 'sent',
  currency: first.currency,
  items: [],
  taxInclusive: false,
  total: first.amount,
  tax: first.tax,
  methods: [{ kind: 'bank' }],
  maxPayments: 3,
  placesTaken: 0,
  simulated: 0,
  pageToken: 'token',
  livemode: false,
  createdAt: first.createdAt,
  updatedAt: first.updatedAt,
};

interface Books {
  readonly link: Link;
  readonly payments: ReadonlyMap<string, Payment>;
  readonly announced: number;
}

/** Lets one transfer come for the first payment, in a commit of its own. */
function receive({ link, payments, announced }: Books, amount: bigint, index: number): Books {
  const found = new Map([[identity(keyOf(linkRef(link.organizationId, link.linkId))), link]]);
  const draft = new JournalDraft(newHead('org', someTime), someTime, { livemode: false }, found);
  const before = payments.get(first.paymentId) as Payment;
  receiveMoney(draft, before, amount, `late${index}`);
  const written = rowsOf(draft, PaymentEntity);
  for (const { paymentId, status } of written) {
    const from = payments.get(paymentId)?.status;
    if (from !== undefined && from !== status) expect(paymentTransitions[from]).toContain(status);
  }
  return {
    link: rowsOf(draft, LinkEntity)[0] ?? link,
    payments: new Map([...payments, ...written.map((payment) => [payment.paymentId, payment] as const)]),
    announced: announced + rowsOf(draft, EventEntity).length,
  };
}

describe('money that comes for a payment', () => {
  test('is all recorded, however it is split: once each, and each paid payment is announced once', () => {
    const status = fc.constantFrom('pending' as const, 'failed' as const);
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 120_00n }), { maxLength: 12 });
    fc.assert(
      fc.property(status, amounts, (begun, coming) => {
        const opened = new Map([[first.paymentId, { ...first, status: begun }]]);
        const {
          payments,
          announced,
          link: left,
        } = coming.reduce<Books>(receive, { link, payments: opened, announced: 0 });
        const all = [...payments.values()];
        const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
        const paid = all.filter((payment) => payment.status === 'paid');
        expect(sum(all.map(({ received = 0n }) => received))).toBe(sum(coming));
        expect(announced).toBe(paid.length);
        expect(left.placesTaken).toBe(paid.length);
        for (const { received = 0n, amount, over = 0n } of paid) expect(received).toBe(amount + over);
        for (const { status, received = 0n, amount } of all)
          if (status !== 'paid') expect(received).toBeLessThan(amount);
      }),
    );
  });
});
