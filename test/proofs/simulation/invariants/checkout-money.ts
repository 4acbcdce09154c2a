import { isDeepStrictEqual } from 'node:util';
import { type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { presentPayment } from '../../../../shared/checkout/payments/present-payment.ts';
import { paymentTransitions } from '../../../../shared/checkout/payments/transitions.ts';
import { formatAmount } from '../../../../shared/ground/money/money.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import type { Charge } from '../../../../shared/ports/card-acquirer.ts';
import { bodyOf, errorOf } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { isTransferred } from './acquired.ts';
import { answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';
import { isVisible, presented, readings, versionsDuring } from './reads.ts';

export const checkoutMoneyInvariants: readonly Invariant[] = [
  { name: 'a payment goes as its table says, and gives back no more than was paid', broken: paymentsGoOn },
  { name: 'a payment is the charge that the acquirer made', broken: paymentsAreCharges },
  { name: 'what a card page charged has its payment, and no attempt charges twice', broken: chargesAreRecorded },
  { name: 'refunds in the books are those that the acquirer made, each once', broken: refundsAreTrue },
  { name: 'a payment has one refund under way at most', broken: refundsAreInTurn },
  { name: 'each change of a payment is announced once, with its amounts', broken: changesAreAnnounced },
  { name: 'a payment reads as it was at some moment of the reading', broken: readingsAreTrue },
  { name: 'a payment that was made is found', broken: paymentsAreFound },
];

function paymentsGoOn({ organizationId, charges }: Books, { witness }: World): string[] {
  return witness.keys(`CHECKOUT_PAYMENT#${organizationId}#`).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => format(PaymentEntity, item ?? {}));
    const isOnlyOurs = charges.get(path[0]?.externalId ?? '')?.refunds.every(({ refundId }) => refundId !== undefined);
    return path.flatMap((next, index) => {
      const before = path[index - 1];
      const { status, amount, refunded, reversed, refunds } = next;
      const isStep = !before || before.status === status || leadsTo(before, status);
      const reserved = refunds.reduce((sum, one) => (one.status === 'pending' ? sum + one.amount : sum), 0n);
      // What a dispute takes, or somebody refunds at the acquirer, while a refund of ours has no answer yet is not left for
      // it: the acquirer refuses it.
      const promised = refunded + reserved + (next.refunding?.amount ?? 0n);
      const isWithin = refunded + reversed <= amount && (promised <= amount || isOnlyOurs === false);
      const isSame = !before || (before.amount === amount && before.currency === next.currency);
      return isStep && isWithin && isSame
        ? []
        : [
            `${key} went from ${before?.status} to ${status}, ${refunded} refunded and ${reversed} reversed of ${amount}`,
          ];
    });
  });
}

/** One commit may do two things at once: a charge that is paid, and charged back before anybody looked. */
function leadsTo({ status: from }: Payment, to: Payment['status']): boolean {
  const next = paymentTransitions[from];
  return next.includes(to) || next.some((between) => paymentTransitions[between].includes(to));
}

function paymentsAreCharges({ payments, charges }: Books): string[] {
  return payments
    .filter((payment) => !isTransferred(payment))
    .flatMap((payment) => {
      const { paymentId, externalId = '', status, amount, currency, refunded, reversed, disputes, fee } = payment;
      const charge = charges.get(externalId);
      if (!charge) return [`${paymentId} has no charge`];
      const wanted = standingOf(charge);
      const isSame = amount === charge.amount && currency === charge.currency && fee === charge.fee;
      const isKnown = charge.disputes.every(({ disputeId, status: end, taken }) =>
        disputes.some((one) => one.disputeId === disputeId && one.status === end && one.taken === taken),
      );
      return isSame && isKnown && isDeepStrictEqual({ status, refunded, reversed }, wanted)
        ? []
        : [
            `${paymentId} of ${amount} is ${status}, ${refunded} refunded and ${reversed} reversed; by its charge it is ${wanted.status}, ${wanted.refunded} and ${wanted.reversed}`,
          ];
    });
}

/** What a payment must show, by its charge alone. */
function standingOf({ status, amount, refunds, disputes }: Charge) {
  if (status !== 'paid') return { status, refunded: 0n, reversed: 0n };
  const lost = disputes.filter((dispute) => dispute.status === 'lost' && dispute.taken > 0n);
  const given = refunds.filter((refund) => refund.status === 'succeeded').reduce((sum, one) => sum + one.amount, 0n);
  const taken = lost.reduce((sum, dispute) => sum + dispute.taken, 0n);
  const refunded = given < amount ? given : amount;
  const reversed = taken < amount - refunded ? taken : amount - refunded;
  const byDispute = lost.every(({ contestable }) => !contestable) ? 'charged_back' : 'reversed';
  return { status: refunded === amount ? 'refunded' : reversed > 0n ? byDispute : 'paid', refunded, reversed };
}

function chargesAreRecorded(
  { organizationId, attempts, payments }: Books,
  { acquirer: { books }, organizations }: World,
): string[] {
  const recorded = new Set(payments.map(({ externalId }) => externalId));
  const known = new Set(attempts.map(({ attemptId }) => attemptId));
  const own = [...books.charged].filter(([attemptId]) => known.has(attemptId));
  const isOnly = organizations.length === 1 && organizations[0]?.organizationId === organizationId;
  return [
    ...own.flatMap(([attemptId, ids]) => (ids.size > 1 ? [`${attemptId} charged ${[...ids]}`] : [])),
    ...own.flatMap(([attemptId, ids]) =>
      [...ids].filter((id) => !recorded.has(id)).map((id) => `${id} of ${attemptId} is no payment`),
    ),
    ...(isOnly && own.length < books.charged.size ? ['a card page was charged without an attempt'] : []),
  ];
}

function refundsAreTrue({ payments, charges, intents }: Books, { acquirer: { books } }: World): string[] {
  const asked = intents.filter(({ kind }) => kind === 'checkout-refund');
  const told = (refunds: Iterable<{ readonly externalId?: string | undefined; status: string; amount: bigint }>) =>
    [...refunds].map(({ externalId, status, amount }) => `${externalId} ${status} ${amount}`).sort();
  return [
    ...payments.flatMap(({ paymentId, externalId = '', refunds }) => {
      const booked = told(refunds);
      const made = told(charges.get(externalId)?.refunds ?? []);
      return isDeepStrictEqual(booked, made) ? [] : [`${paymentId} has refunded ${booked}, the acquirer ${made}`];
    }),
    ...asked.flatMap(({ intentId, said }) =>
      books.refunded.has(intentId) === (said === 'done')
        ? []
        : [`${intentId} is recorded as ${said}, the acquirer ${books.refunded.has(intentId) ? 'made' : 'refused'} it`],
    ),
  ];
}

/** From the commit that asks for it to the one that settles it. */
function refundsAreInTurn({ organizationId }: Books, { witness }: World): string[] {
  const open = new Map<unknown, unknown>();
  return witness.commits.flatMap(({ changes }) =>
    changes.flatMap(({ key, after }) => {
      if (!after || !key.startsWith(`INTENT#${organizationId}#`) || after.kind !== 'checkout-refund') return [];
      const { resourceId, intentId, state } = after;
      const other = open.get(resourceId);
      if (state === 'settled') open.delete(resourceId);
      else open.set(resourceId, intentId);
      return state !== 'settled' && other && other !== intentId
        ? [`${intentId} was begun on ${resourceId} while ${other} was under way`]
        : [];
    }),
  );
}

type Told = ReturnType<typeof JSON.parse>;

function changesAreAnnounced({ payments, events, charges }: Books, { witness }: World): string[] {
  const told = events
    .filter(({ type }) => type.startsWith('checkout_payment.'))
    .map(({ type, data }) => ({ type: type.split('.')[1] ?? '', data: JSON.parse(data) as Told }));
  return payments.flatMap((payment) => {
    const { organizationId, paymentId, amount, currency } = payment;
    const own = told.filter(({ data }) => data.id === paymentId);
    const key = witness.keys(`CHECKOUT_PAYMENT#${organizationId}#`).find((one) => one.endsWith(` ${paymentId}`)) ?? '';
    const path = witness.history(key).map(({ item }) => format(PaymentEntity, item ?? {}));
    const wanted = [
      ...paidNews(payment, charges),
      ...path.flatMap((after, at) => refundNews(path[at - 1], after)),
    ].sort();
    const news = own.filter(({ type }) => type !== 'reversed').map(({ type, data }) => newsName(type, data.refund?.id));
    const isAmount = own.every(({ data }) => data.amount === formatAmount(amount, currency));
    return isDeepStrictEqual(news.sort(), wanted) && isAmount && isToldToTheEnd(payment, own)
      ? []
      : [`${paymentId} was announced as ${own.map(({ type }) => type)}, it did ${wanted} and is ${payment.status}`];
  });
}

function paidNews(payment: Payment, charges: Books['charges']): string[] {
  const { status, externalId = '' } = payment;
  const isPaid = isTransferred(payment) ? status === 'paid' : charges.get(externalId)?.status === 'paid';
  return isPaid ? ['paid'] : [];
}

/** A failure that was known before its refund had been heard of moved nothing. */
function refundNews(before: Payment | undefined, after: Payment): string[] {
  return after.refunds.flatMap(({ refundId, status }) => {
    const known = before?.refunds.find((one) => one.refundId === refundId);
    if (known?.status === status || (status === 'failed' && !known)) return [];
    if (status === 'failed') return [`${refundId} failed`];
    return status === 'succeeded' ? [`${refundId} succeeded`] : [];
  });
}

function newsName(type: string, refundId: string | undefined): string {
  if (type === 'paid') return type;
  return `${refundId} ${type === 'refund_failed' ? 'failed' : 'succeeded'}`;
}

/** What was reversed is told once each time that it changes, and the last event shows how the payment stands. */
function isToldToTheEnd(payment: Payment, own: readonly { readonly type: string; readonly data: Told }[]): boolean {
  const shown = own.map(({ type, data }) => `${type} ${data.status} ${data.refunded} ${data.reversed}`);
  const isNews = shown.every((one, at) => !one.startsWith('reversed ') || shown[at - 1] !== one);
  const { status, currency } = payment;
  const last = `${status} ${formatAmount(payment.refunded, currency)} ${formatAmount(payment.reversed, currency)}`;
  const isUntold = status === 'pending' || status === 'failed';
  return isNews && (isUntold ? shown.length === 0 : shown.at(-1)?.endsWith(` ${last}`) === true);
}

function readingsAreTrue(books: Books, world: World): string[] {
  const operations = ['getCheckoutPayment', 'listCheckoutPayments'];
  return operations
    .flatMap((operation) => readings(books, world, operation))
    .flatMap(({ attempt, body }) =>
      ((body.data ?? [body]) as Told[]).flatMap((shown) => {
        const key = `CHECKOUT_PAYMENT#${books.organizationId}#${shown.linkId} ${shown.id}`;
        const isTrue = versionsDuring(world, key, attempt).some(
          ({ item }) => item && isDeepStrictEqual(presented(presentPayment(format(PaymentEntity, item))), shown),
        );
        return isTrue ? [] : [`${attempt.invocation?.name} read ${shown.id} as it never was then: ${shown.status}`];
      }),
    );
}

function paymentsAreFound(books: Books, world: World): string[] {
  const isThere = (linkId: string, paymentId: string, step: number) =>
    isVisible(world, `CHECKOUT_PAYMENT#${books.organizationId}#${linkId} ${paymentId}`, step);
  const missed = readings(books, world, 'listCheckoutPayments').flatMap(({ operation, attempt, body }) => {
    const { linkId = '' } = operation.pathParameters;
    const found = new Set(body.data.map(({ id }: Told) => id));
    if (body.nextCursor) return [];
    return books.payments
      .filter(({ paymentId }) => isThere(linkId, paymentId, attempt.startedStep) && !found.has(paymentId))
      .map(({ paymentId }) => `${attempt.invocation?.name} missed ${paymentId}`);
  });
  const unknown = answersTo(operationsOf(books, world)).filter(
    ({ operation: { endpoint }, answer }) =>
      endpoint.operation === 'getCheckoutPayment' && errorOf(answer) === 'NOT_FOUND',
  );
  return [...missed, ...unknown.map(({ attempt, answer }) => `${attempt.invocation?.name}: ${bodyOf(answer).detail}`)];
}
