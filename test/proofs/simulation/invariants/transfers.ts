import type { Item } from '../../../../local/table/item.ts';
import type { OpenAttempt } from '../../../../shared/checkout/attempts/attempt.ts';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { openMs } from '../../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { linkOfPayment, type Payment } from '../../../../shared/checkout/payments/payment.ts';
import { readAmount } from '../../../../shared/ground/money/read-amount.ts';
import type { Invocation } from '../engine/invocation.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import { type Income, incomeOf } from './income.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

export const transferInvariants: readonly Invariant[] = [
  { name: 'a transfer is credited once, to the payment that has its reference', broken: transfersCountOnce },
  { name: 'a transfer whose credit was acknowledged is in the books', broken: creditsExist },
  { name: 'nothing that is transferred is paid without the money or an acceptance', broken: paidForAReason },
  { name: 'money is late where the link takes no payments any more, and nowhere else', broken: lateIsLate },
  {
    name: 'a browser has one payment reference, or one amount to send, until money comes',
    broken: browsersHaveOneReference,
  },
];

interface Transfer {
  readonly externalId: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
}

/** What an operator entered, alone or as a proposal that another one confirmed. */
function enteredBy({ operatorCalls }: World, { by, changes }: Commit): Transfer | undefined {
  const proposal = changes.find(({ key }) => key.startsWith('PROPOSAL#'))?.after;
  const call = operatorCalls.find(({ invocation }) => invocation === by);
  return proposal ? JSON.parse(String(proposal.input)) : (call?.input as Transfer | undefined);
}

const credit = 'BANK_TRANSFER#';

function transfersCountOnce(books: Books, world: World): string[] {
  const { organizationId } = books;
  const { witness } = world;
  const incomes = Map.groupBy(incomeOf(books, world), ({ commit }) => commit);
  const credited = witness
    .keys(credit)
    .flatMap((key) => witness.history(key).map(({ item, commit }) => ({ key, item, commit })));
  const own = credited.filter(({ item }) => item?.organizationId === organizationId && item.paymentId !== undefined);
  const twice = own.filter(({ key }) => witness.history(key).length > 1);
  const wrong = own.flatMap(({ key, item, commit }) => {
    const transfer = enteredBy(world, commit);
    const [income, ...others] = (incomes.get(commit) ?? []).filter(({ gained }) => gained !== 0n);
    const isWhole =
      transfer && income && others.length === 0 && income.gained === readAmount(transfer.amount, transfer.currency);
    const isRight =
      isWhole && income.after.paymentId === item?.paymentId && isForReference(income, transfer, organizationId, world);
    return isRight ? [] : [`${key} brought ${income?.gained} to ${income?.after.paymentId} for ${transfer?.reference}`];
  });
  const ofTransfers = new Set(own.map(({ commit }) => commit));
  const fromNowhere = [...incomes.values()]
    .flat()
    .filter(({ after, gained, commit }) => after.method.kind === 'bank' && gained !== 0n && !ofTransfers.has(commit));
  return [
    ...twice.map(({ key }) => `${key} was credited more than once`),
    ...wrong,
    ...fromNowhere.map(({ after, commit }) => `${commit.by?.name} put money on ${after.paymentId} without a transfer`),
  ];
}

/** Once the payment of a reference is paid, what else comes is a payment of its own, late. */
function isForReference(
  { commit, before, after }: Income,
  { reference }: Transfer,
  organizationId: string,
  { witness }: World,
): boolean {
  const paymentId = String(witness.current(`CHECKOUT_EXTERNAL_ID#${organizationId}#${reference} PAYMENT`)?.paymentId);
  const key = `CHECKOUT_PAYMENT#${organizationId}#${linkOfPayment(paymentId)} ${paymentId}`;
  const status = itemBefore(witness, key, commit)?.status;
  const isOpen = status === 'pending' || status === 'failed';
  if (isOpen) return after.paymentId === paymentId;
  const isApart = !before && after.late === true && after.status === 'paid' && after.amount === after.received;
  return isApart && linkOfPayment(after.paymentId) === linkOfPayment(paymentId);
}

function creditsExist({ organizationId, payments }: Books, { operatorCalls, witness }: World): string[] {
  return operatorCalls.flatMap(({ name, input, answer, invocation }) => {
    const isOwn = (input as { readonly organizationId: string }).organizationId === organizationId;
    const { id, result } = (answer && 'result' in answer ? answer.result : {}) as Credited;
    const paymentId = id ?? result?.id;
    if (!isOwn || paymentId === undefined) return [];
    const isThere = payments.some((payment) => payment.paymentId === paymentId && payment.received);
    const row = witness.keys(credit).some((key) => witness.current(key)?.paymentId === paymentId);
    return isThere && row ? [] : [`${invocation.name} (${name}) was told of ${paymentId}, which has nothing`];
  });
}

/** What is answered to who credits, and to who confirms that. */
interface Credited {
  readonly id?: string;
  readonly result?: { readonly id?: string };
}

function paidForAReason(books: Books, world: World): string[] {
  const acceptedBy = new Set<Invocation | undefined>(
    operationsOf(books, world)
      .filter(({ endpoint }) => endpoint.operation === 'acceptCheckoutPayment')
      .flatMap(({ attempts }) => attempts.map(({ invocation }) => invocation)),
  );
  return incomeOf(books, world).flatMap(({ commit, before, after, gained }) => {
    const { paymentId, status, amount, received = 0n, over = 0n } = after;
    const isPaid = status === 'paid';
    const isAccepted = received > 0n && gained === 0n && acceptedBy.has(commit.by);
    const isRight =
      before?.status === 'paid'
        ? isPaid && gained === 0n
        : isPaid
          ? received >= amount || isAccepted
          : status === 'pending' && received < amount;
    const surplus = received > amount ? received - amount : 0n;
    const isSum = gained >= 0n && over === (isPaid ? surplus : 0n);
    return isRight && isSum
      ? []
      : [`${commit.by?.name} left ${paymentId} ${status}: ${received} of ${amount}, ${over} over`];
  });
}

/** What the clocks of two processes may differ by. */
const clockErrorMs = 90 * 1000;

/** Money by bank comes when it is credited. */
function lateIsLate(books: Books, world: World): string[] {
  return incomeOf(books, world).flatMap(({ commit, before, after }) => {
    const { paymentId, method, late = false } = after;
    if (after.status !== 'paid' || before?.status === 'paid' || method.kind !== 'bank') return [];
    const key = `CHECKOUT_LINK#${books.organizationId} ${linkOfPayment(paymentId)}`;
    const link = itemBefore(world.witness, key, commit) as Link | undefined;
    const expiresAt = link?.expiresAt ?? Number.POSITIVE_INFINITY;
    // A process that slept over a leap of the clock has decided before it.
    const decidedFrom = commit.by?.startedAt ?? commit.at;
    if (expiresAt > decidedFrom - clockErrorMs && expiresAt < commit.at + clockErrorMs) return [];
    const isFull = link?.maxPayments !== undefined && link.placesTaken >= link.maxPayments;
    const isLate = !before || link?.status !== 'sent' || expiresAt < commit.at || isFull;
    return late === isLate ? [] : [`${paymentId} is ${late ? '' : 'not '}late on a link that is ${link?.status}`];
  });
}

function isKept({ left }: Item, paymentId: string): boolean {
  return (left as OpenAttempt['left'])?.attemptId === paymentId;
}

/** Whoever begins to pay takes the browser's place from what it began before; by crypto, when that is paid or its time is over. */
function browsersHaveOneReference({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`CHECKOUT_OPEN_ATTEMPT#${organizationId}#`).flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item, commit }, index) => {
      const known = String(versions[index - 1]?.item?.attemptId);
      if (!item || !known.startsWith('pay_') || item.attemptId === known) return [];
      const paymentKey = `CHECKOUT_PAYMENT#${organizationId}#${linkOfPayment(known)} ${known}`;
      const payment = itemBefore(witness, paymentKey, commit) as Payment | undefined;
      // Short money is left only where the browser's row keeps it.
      const isShort = payment?.status === 'pending' && Boolean(payment.received);
      if (isShort) return isKept(item, known) ? [] : [`${commit.by?.name} left ${known}, of which a part had come`];
      const isWaiting = payment?.status === 'pending' && !payment.received;
      const isOpen = !payment?.paidAt && commit.at < Date.parse(payment?.createdAt ?? '') + openMs - clockErrorMs;
      return (payment?.method.kind === 'crypto' ? isOpen : isWaiting)
        ? [`${commit.by?.name} began ${item.attemptId} beside ${known}`]
        : [];
    });
  });
}
