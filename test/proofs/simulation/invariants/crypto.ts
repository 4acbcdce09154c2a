import {
  type AddressWatch,
  AddressWatchEntity,
} from '../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import { type Receipt, ReceiptEntity } from '../../../../shared/checkout/methods/crypto/payments/receipt.ts';
import {
  keptMs,
  openMs,
  type ReservedAmount,
  ReservedAmountEntity,
} from '../../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import {
  type TakenTransfer,
  TakenTransferEntity,
} from '../../../../shared/checkout/methods/crypto/payments/taken-transfer.ts';
import { linkOfPayment, type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { inCurrency, inToken } from '../../../../shared/ground/money/token-amount.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { isSame, type Log } from '../engine/simulated-chain.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import { type Income, incomeOf } from './income.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

export const cryptoInvariants: readonly Invariant[] = [
  { name: 'a transfer of a chain is on one payment of one organization, once it is final', broken: logsCountOnce },
  { name: 'no worker puts a transfer on a payment that did not reserve its amount before', broken: logsAreReserved },
  { name: 'what came to a watched address is on a payment or has a receipt', broken: nothingIsLost },
  { name: 'what another organization has reserved the exact amount of is no receipt', broken: reservedIsLeft },
  { name: 'a receipt is assigned when its transfer is taken, to the payment that has it', broken: receiptsAreTaken },
  {
    name: 'an amount is one payment’s until a week after its time, a little above what is missing',
    broken: amountsAreApart,
  },
  { name: 'money of a chain is late when its attempt was over, and not before', broken: lateIsLate },
];

const chainOf = 'CRYPTO_TRANSFER#';

interface Taken {
  readonly key: string;
  readonly row: TakenTransfer;
  readonly commit: Commit;
  readonly log: Log | undefined;
}

/** Everything that was ever taken, by whichever organization. */
function takenIn({ witness, chain }: World): Taken[] {
  return witness.keys(chainOf).flatMap((key) =>
    witness.history(key).map(({ item, commit }) => {
      const row = format(TakenTransferEntity, item ?? {});
      const log = chain.logs.find(
        (one) => one.chain === row.chain && one.hash === row.hash && one.logIndex === row.logIndex,
      );
      return { key, row, commit, log };
    }),
  );
}

/** What a commit put on payments by crypto. */
function gainedIn(books: Books, world: World): Map<Commit, Income[]> {
  const gained = incomeOf(books, world).filter(
    (income) => income.after.method.kind === 'crypto' && income.gained !== 0n,
  );
  return Map.groupBy(gained, ({ commit }) => commit);
}

const finalAfterMs = 10_000;

function logsCountOnce(books: Books, world: World): string[] {
  const gained = gainedIn(books, world);
  const own = takenIn(world).filter(({ row }) => row.organizationId === books.organizationId);
  const wrong = own.flatMap(({ key, row, commit, log }) => {
    const [income, ...others] = gained.get(commit) ?? [];
    const { method, paymentId, currency } = income?.after ?? {};
    const isFinal = log !== undefined && log.madeAt + finalAfterMs <= commit.at;
    const isWhole = log && others.length === 0 && income?.gained === inCurrency(log.amount, log.token, currency ?? '');
    const isOfChain = method?.hash !== log?.hash || method?.chain === log?.chain;
    const isRight = isWhole && paymentId === row.paymentId && method?.token === log.token && isOfChain;
    return [
      ...(world.witness.history(key).length > 1 ? [`${key} was taken more than once`] : []),
      ...(isFinal ? [] : [`${commit.by?.name} took ${key} before it was final`]),
      ...(isRight ? [] : [`${key} of ${log?.amount} brought ${income?.gained} to ${paymentId}`]),
    ];
  });
  const commits = new Set(own.map(({ commit }) => commit));
  const fromNowhere = [...gained].filter(([commit]) => !commits.has(commit));
  return [
    ...wrong,
    ...fromNowhere.map(([{ by }]) => `${by?.name} put money on a payment by crypto without a transfer`),
  ];
}

/** The reservation of a transfer's exact amount, as it was when a commit came. */
function reservationOf(log: Log, commit: Commit, { witness }: World) {
  const item = itemBefore(witness, reservationKey(log), commit);
  return item && format(ReservedAmountEntity, item);
}

/** The reservations that a transfer may pay, with the commits that made them. */
function reservationsOf(log: Log, { witness }: World) {
  return witness
    .history(reservationKey(log))
    .map(({ item, commit }) => ({ reservation: format(ReservedAmountEntity, item ?? {}), commit }))
    .filter(({ reservation }) => isWithin(log, reservation));
}

function reservationKey({ chain, token, address, amount }: Log) {
  return `CRYPTO_AMOUNT#sandbox#${chain}#${token}#${address}#${amount} AMOUNT` as const;
}

function isWithin({ block, madeAt }: Log, { seenBlock, keptUntil }: ReservedAmount): boolean {
  return block > seenBlock && madeAt <= keptUntil;
}

function isAssignment({ changes }: Commit): boolean {
  return changes.some(({ key }) => key.startsWith('CRYPTO_RECEIPT#'));
}

function logsAreReserved(books: Books, world: World): string[] {
  const { organizationId } = books;
  const gained = gainedIn(books, world);
  return takenIn(world).flatMap(({ key, row, commit, log }) => {
    if (row.organizationId !== organizationId || !log || isAssignment(commit)) return [];
    const reservation = reservationOf(log, commit, world);
    const isOurs = reservation?.organizationId === organizationId;
    const [income] = gained.get(commit) ?? [];
    const isOn = isOurs && income && isOnOrBeside(income, reservation, organizationId, world);
    return isOurs && isWithin(log, reservation) && isOn
      ? []
      : [`${commit.by?.name} put ${key} of ${log.amount} on ${row.paymentId}`];
  });
}

/** Sent again it is a payment of its own, on the same link. */
function isOnOrBeside(
  { commit, before, after }: Income,
  { paymentId }: ReservedAmount,
  organizationId: string,
  { witness }: World,
) {
  const key = `CHECKOUT_PAYMENT#${organizationId}#${linkOfPayment(paymentId)} ${paymentId}`;
  if (itemBefore(witness, key, commit)?.status === 'pending') return after.paymentId === paymentId;
  return !before && after.late === true && linkOfPayment(after.paymentId) === linkOfPayment(paymentId);
}

function nothingIsLost({ organizationId }: Books, world: World): string[] {
  const { witness, chain } = world;
  const taken = new Set(takenIn(world).map(({ row }) => `${row.chain} ${row.hash}`));
  const hasReceipt = (owner: string, { chain: on, hash }: Log) =>
    receiptsIn(owner, world).some((receipt) => receipt.chain === on && receipt.hash === hash);
  // Whoever reserves an amount just when its own watch finds a transfer of it has a receipt, and everybody else leaves it to them.
  const isKnown = (log: Log) =>
    taken.has(`${log.chain} ${log.hash}`) ||
    hasReceipt(organizationId, log) ||
    reservationsOf(log, world).some(({ reservation }) => hasReceipt(reservation.organizationId, log));
  return witness.keys(`CRYPTO_WATCH#${organizationId} `).flatMap((key) => {
    const versions = witness.history(key).map(({ item }) => format(AddressWatchEntity, item ?? {}));
    const [first] = versions;
    const last = versions.at(-1);
    if (!first || !last) return [];
    const steps = versions.flatMap(({ nextBlock }, index) =>
      nextBlock < (versions[index - 1]?.nextBlock ?? 0) ? [nextBlock] : [],
    );
    const come = chain.logs.filter((log) => isSame(log, last) && log.block >= first.nextBlock);
    const missed = come.filter((log) => isAwaited(log, last) && !isKnown(log));
    return [
      ...steps.map((block) => `${key} went back to ${block}`),
      ...missed.map(({ amount, block }) => `${amount} in block ${block} came to ${key}, and nobody knows`),
    ];
  });
}

/** What is mined when nobody waits any more is read with the next attempt. */
function isAwaited({ block, madeAt }: Log, { nextBlock, lastOpenedAt }: AddressWatch): boolean {
  return block < nextBlock || madeAt <= lastOpenedAt + openMs + keptMs;
}

function receiptsIn(organizationId: string, { witness }: World): Receipt[] {
  return witness
    .keys(`CRYPTO_RECEIPT#${organizationId} `)
    .map((key) => format(ReceiptEntity, witness.current(key) ?? {}));
}

/** As far as everybody saw the reservation before the transfer was mined. */
function reservedIsLeft({ organizationId }: Books, world: World): string[] {
  const { witness, chain } = world;
  return receiptsIn(organizationId, world).flatMap(({ receiptId, chain: on, hash }) => {
    const log = chain.logs.find((one) => one.chain === on && one.hash === hash);
    const step = witness.commits.findLast(({ at }) => log && at < log.madeAt)?.step ?? 0;
    const others = log
      ? reservationsOf(log, world).filter(
          ({ reservation, commit }) => reservation.organizationId !== organizationId && commit.visibleSince <= step,
        )
      : [];
    return others.map(({ reservation }) => `${receiptId} has what ${reservation.paymentId} waits for`);
  });
}

function receiptsAreTaken({ organizationId }: Books, world: World): string[] {
  const taken = takenIn(world);
  const receipts = receiptsIn(organizationId, world);
  const twice =
    receipts.length - new Set(receipts.map(({ chain, hash, logIndex }) => `${chain} ${hash} ${logIndex}`)).size;
  return [
    ...(twice > 0 ? [`${twice} receipts are of transfers that have another`] : []),
    ...receipts.flatMap(({ receiptId, status, chain, hash, amount, paymentId }) => {
      const isThere = world.chain.logs.some((log) => log.chain === chain && log.hash === hash && log.amount === amount);
      const own = taken.find(({ row, commit }) => row.chain === chain && row.hash === hash && isAssignment(commit));
      const isOwn = own?.row.organizationId === organizationId;
      const isRight = status === 'assigned' ? isOwn && own.row.paymentId === paymentId : !isOwn;
      return isThere && isRight
        ? []
        : [`${receiptId} is ${status} on ${paymentId}, ${hash} is on ${own?.row.paymentId}`];
    }),
  ];
}

/** What the clocks of two processes may differ by. */
const clockErrorMs = 90 * 1000;

function amountsAreApart(books: Books, { witness }: World): string[] {
  const { organizationId, payments } = books;
  const taken = witness.keys('CRYPTO_AMOUNT#').flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item, commit }, index) => {
      const before = versions[index - 1]?.item as ReservedAmount | undefined;
      const after = item as ReservedAmount | undefined;
      if (!before || !after || after.organizationId !== organizationId || after.paymentId === before.paymentId)
        return [];
      return before.keptUntil <= commit.at + clockErrorMs
        ? []
        : [`${commit.by?.name} took ${key} from ${before.paymentId}`];
    });
  });
  const wrong = witness.keys('CRYPTO_AMOUNT#').flatMap((key) =>
    witness.history(key).flatMap(({ item, commit }) => {
      const { organizationId: by, paymentId, amount } = format(ReservedAmountEntity, item ?? {});
      const payment = by === organizationId && payments.find((one) => one.paymentId === paymentId);
      if (!payment) return [];
      const received = receivedBefore(payment, commit, witness);
      const offset = BigInt(amount) - inToken(payment.amount - received, payment.currency, payment.method.token ?? '');
      return offset >= 1n && offset <= 9_999n
        ? []
        : [`${paymentId}, of which ${received} of ${payment.amount} had come, was to be sent ${amount}`];
    }),
  );
  return [...taken, ...wrong];
}

/** Whatever was asked for is the whole, or what was missing then. */
function receivedBefore({ organizationId, paymentId }: Payment, commit: Commit, witness: World['witness']): bigint {
  const key = `CHECKOUT_PAYMENT#${organizationId}#${linkOfPayment(paymentId)} ${paymentId}` as const;
  const before = itemBefore(witness, key, commit);
  return before ? (format(PaymentEntity, before).received ?? 0n) : 0n;
}

function lateIsLate(books: Books, world: World): string[] {
  const { organizationId } = books;
  const gained = gainedIn(books, world);
  return takenIn(world).flatMap(({ row, commit, log }) => {
    const [income] = gained.get(commit) ?? [];
    if (row.organizationId !== organizationId || !log || !income) return [];
    const { before, after } = income;
    if (!before || after.status !== 'paid') return [];
    const { placesTaken, maxPayments, status, expiresAt } = linkAt(after.paymentId, organizationId, commit, world);
    const isFull = maxPayments !== undefined && placesTaken >= maxPayments;
    const asked = isAssignment(commit) ? undefined : reservationOf(log, commit, world)?.openUntil;
    const ofRest = isAssignment(commit) ? before.restUntil : asked;
    const endsAt = expiresAt ?? Number.POSITIVE_INFINITY;
    const openUntil = Math.min(ofRest ?? Date.parse(after.createdAt) + openMs, endsAt);
    const mustBe = isFull || log.madeAt > openUntil + clockErrorMs;
    const mayBe = mustBe || status !== 'sent' || log.madeAt > openUntil - clockErrorMs;
    const { late = false } = after;
    return (late && mayBe) || (!late && !mustBe) ? [] : [`${after.paymentId} is ${late ? '' : 'not '}late`];
  });
}

interface LinkThen {
  readonly status: string;
  readonly placesTaken: number;
  readonly maxPayments?: number;
  readonly expiresAt?: number;
}

function linkAt(paymentId: string, organizationId: string, commit: Commit, { witness }: World): LinkThen {
  return itemBefore(
    witness,
    `CHECKOUT_LINK#${organizationId} ${linkOfPayment(paymentId)}`,
    commit,
  ) as unknown as LinkThen;
}
