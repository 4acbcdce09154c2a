import type { Item } from '../../../../local/table/item.ts';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { linkOfPayment, type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { holdsPlace } from '../../../../shared/checkout/payments/record-charge.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { isTransferred } from './acquired.ts';
import { answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const checkoutInvariants: readonly Invariant[] = [
  { name: 'a link goes as its table says', broken: linksGoOn },
  { name: 'a published link keeps its price', broken: pricesStand },
  { name: 'a link costs what its items and its tax make', broken: pricesAddUp },
  { name: 'while a link waits for the acquirer only its settlement changes it', broken: publicationsAreAlone },
  { name: 'no link, payment or attempt waits for the acquirer in the end', broken: nothingWaits },
  { name: 'the acquirer keeps no price that no link has', broken: pricesAreTakenBack },
  { name: 'places are those of payments and attempts, and no more than there are, behind each commit', broken: places },
  { name: 'an attempt that has a place is looked at when its time is over', broken: placesComeBack },
  { name: 'a reference names one simulated payment of a link', broken: referencesAreUnique },
  { name: 'a browser has one open attempt at a link', broken: browsersHaveOneAttempt },
  { name: 'no attempt begins on a link that takes no payments', broken: attemptsBeginInTime },
];

/** Specification, States and transitions, Checkout link. Only drafts are deleted, and a link that ended stays so. */
const nextStatuses: Readonly<Record<string, readonly unknown[]>> = {
  draft: ['draft', 'sent', undefined],
  sent: ['sent', 'paused'],
  paused: ['paused'],
};

function linksGoOn({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`CHECKOUT_LINK#${organizationId} `).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => item?.status as string | undefined);
    const isPath = path.every((next, index) => {
      const before = path[index - 1];
      return index === 0 ? next === 'draft' || next === 'sent' : nextStatuses[before ?? '']?.includes(next);
    });
    return isPath ? [] : [`${key} went ${path.map((status) => status ?? 'deleted')}`];
  });
}

function pricesStand({ organizationId }: Books, { witness }: World): string[] {
  const priceOf = (item: Item) => JSON.stringify([item.total, item.tax, item.currency, item.maxPayments], asText);
  return witness.keys(`CHECKOUT_LINK#${organizationId} `).flatMap((key) => {
    const prices = witness.history(key).flatMap(({ item }) => (item && item.status !== 'draft' ? priceOf(item) : []));
    const isUnset = witness.history(key).some(({ item }) => {
      const page = item?.cardPage as Item | undefined;
      return (
        item?.status !== 'draft' && page && `${page.total} ${page.currency}` !== `${item?.total} ${item?.currency}`
      );
    });
    return new Set(prices).size > 1 || isUnset ? [`${key} cost ${[...new Set(prices)].join(', then ')}`] : [];
  });
}

/** In whole numbers: the tax is rounded once, half up. */
function pricesAddUp({ links }: Books): string[] {
  return links.flatMap(({ linkId, items, taxRate = '0', taxInclusive, total, tax }) => {
    const [whole = '', places = ''] = taxRate.split('.');
    const rate = BigInt(whole + places.padEnd(4, '0'));
    const sum = items.reduce((all, item) => all + BigInt(item.quantity) * item.unitAmount, 0n);
    const divisor = 1_000_000n + (taxInclusive ? rate : 0n);
    const wantedTax = (sum * rate * 2n + divisor) / (divisor * 2n);
    const wanted = taxInclusive ? sum : sum + wantedTax;
    return total === wanted && tax === wantedTax ? [] : [`${linkId} costs ${total}, ${tax} of it tax, not ${wanted}`];
  });
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

const waitMs = 15 * 60 * 1000;
/** What the clocks of two processes may differ by. */
const clockErrorMs = 90 * 1000;

function publicationsAreAlone({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`CHECKOUT_LINK#${organizationId} `).flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ commit }, index) => {
      const waiting = versions[index - 1]?.item?.publishing as Link['publishing'];
      if (!waiting || commit.at >= waiting.since + waitMs - clockErrorMs) return [];
      const isSettlement = commit.changes.some(
        ({ after }) => after?.intentId === waiting.intentId && after.state === 'settled',
      );
      return isSettlement ? [] : [`${commit.by?.name} changed ${key} while it waited for ${waiting.intentId}`];
    });
  });
}

/** A draft that was deleted after the acquirer had been silent for a quarter of an hour waits for nothing. */
function nothingWaits({ organizationId, links, payments, attempts }: Books, { witness }: World): string[] {
  const isDeleted = ({ linkId }: Link) => !witness.history(`CHECKOUT_LINK#${organizationId} ${linkId}`).at(-1)?.item;
  return [
    ...links.filter((link) => link.publishing && !isDeleted(link)).map(({ linkId }) => `${linkId} is being published`),
    ...payments.filter(({ refunding }) => refunding).map(({ paymentId }) => `${paymentId} is being refunded`),
    ...attempts
      .filter(({ status }) => status !== 'complete' && status !== 'closed')
      .map(({ attemptId, status }) => `${attemptId} is ${status}`),
  ];
}

/** A deleted draft has none: what it was published for is taken back. Nothing is set up twice. */
function pricesAreTakenBack(
  { organizationId, intents, links }: Books,
  { witness, acquirer: { books } }: World,
): string[] {
  const stands = ({ linkId }: Link) => witness.current(`CHECKOUT_LINK#${organizationId} ${linkId}`) !== undefined;
  const shown = new Set(links.filter(stands).map(({ cardPage }) => cardPage?.priceId));
  const asked = new Set(intents.filter(({ kind }) => kind === 'card-price').map(({ intentId }) => intentId));
  return [...books.madePrices]
    .filter((priceId) => asked.has(priceId.split('_').slice(1, 3).join('_')))
    .filter((priceId) => shown.has(priceId) === books.closedPrices.has(priceId))
    .map((priceId) => `${priceId} is ${shown.has(priceId) ? 'closed, and a link has it' : 'nobody’s, and not closed'}`);
}

/** Whoever has a place of a link. Money that comes late takes one although none may be left. */
interface Holder {
  readonly linkId: string;
  readonly isLate: boolean;
}

function places({ organizationId }: Books, { witness }: World): string[] {
  const holders = new Map<string, Holder>();
  const links = new Map<string, Item>();
  return witness.commits.flatMap(({ changes, by }) => {
    const touched = new Set<string>();
    for (const { key, after } of changes) {
      const [prefix, organization = ''] = key.split(/[# ]/);
      if (organization !== organizationId) continue;
      if (prefix === 'CHECKOUT_LINK' && after) links.set(after.linkId as string, after);
      const linkId = prefix === 'CHECKOUT_LINK' ? after?.linkId : after && keep(holders, prefix, after);
      if (linkId) touched.add(linkId as string);
    }
    return [...touched].flatMap((linkId) => {
      const { maxPayments, placesTaken } = links.get(linkId) ?? {};
      if (maxPayments === undefined) return [];
      const own = [...holders.values()].filter((holder) => holder.linkId === linkId);
      const inTime = own.filter(({ isLate }) => !isLate).length;
      return own.length === placesTaken && inTime <= (maxPayments as number)
        ? []
        : [`behind ${by?.name} ${linkId} counts ${placesTaken} of ${maxPayments} places, ${own.length} have one`];
    });
  });
}

/** A worker that the acquirer does not answer looks again within this time. */
const longestPauseMs = 15 * 60 * 1000;

/** Behind each commit. Whatever else is late, a place comes back once its due work is done. */
function placesComeBack({ organizationId }: Books, { witness }: World): string[] {
  const due = new Map<string, number | undefined>();
  const holding = new Map<string, number>();
  return witness.commits.flatMap(({ at, by, changes }) => {
    for (const { key, after } of changes) {
      const [prefix, organization, kindOrId = '', id = ''] = key.split(/[# ]/);
      if (organization !== organizationId) continue;
      if (prefix === 'DUE' && kindOrId === 'checkout') due.set(id, after?.dueAt as number | undefined);
      if (prefix !== 'CHECKOUT_ATTEMPT') continue;
      if (after?.holdsPlace) holding.set(kindOrId, Math.max(after.expiresAt as number, at));
      else holding.delete(kindOrId);
    }
    const touched = changes
      .map(({ key }) => key.split(/[# ]/))
      .map((parts) => (parts[0] === 'DUE' ? parts[3] : parts[2]));
    return touched.flatMap((id = '') => {
      const overAt = holding.get(id);
      const isInTime = (due.get(id) ?? Number.POSITIVE_INFINITY) <= Math.max(overAt ?? 0, at) + longestPauseMs;
      return overAt === undefined || isInTime
        ? []
        : [`behind ${by?.name} ${id} has a place, and is looked at too late`];
    });
  });
}

/** @returns the link whose place it may have */
function keep(holders: Map<string, Holder>, prefix: string | undefined, item: Item): string | undefined {
  if (prefix !== 'CHECKOUT_PAYMENT' && prefix !== 'CHECKOUT_ATTEMPT') return undefined;
  const id = String(item.paymentId ?? item.attemptId);
  const linkId = prefix === 'CHECKOUT_PAYMENT' ? linkOfPayment(id) : String(item.linkId);
  const isHolder = prefix === 'CHECKOUT_PAYMENT' ? isHolding(format(PaymentEntity, item)) : item.holdsPlace;
  if (isHolder) holders.set(id, { linkId, isLate: item.late === true });
  else holders.delete(id);
  return linkId;
}

/** A charge that is still under way has a place, a transfer that nobody has seen has none. */
function isHolding(payment: Payment): boolean {
  return isTransferred(payment) ? payment.status === 'paid' : holdsPlace(payment.status);
}

function referencesAreUnique(books: Books, world: World): string[] {
  const answered = answersTo(operationsOf(books, world)).filter(
    ({ operation: { endpoint, text }, answer }) =>
      endpoint.operation === 'simulateCheckoutPayment' && succeeded(answer) && JSON.parse(text).reference,
  );
  const byReference = Map.groupBy(answered, ({ operation: { path, text } }) => `${path} ${JSON.parse(text).reference}`);
  return [...byReference].flatMap(([reference, answers]) => {
    const ids = new Set(answers.map(({ answer }) => bodyOf(answer).id));
    return ids.size > 1 ? [`${reference} named ${[...ids]}`] : [];
  });
}

/**
 * From its first commit until it ends. One whose card page was never shown is over by the clock alone, and nobody is led
 * to the card page of one that was given up.
 */
function browsersHaveOneAttempt({ organizationId }: Books, { witness }: World): string[] {
  const open = new Map<string, Item>();
  return witness.commits.flatMap(({ changes, at }) =>
    changes.flatMap(({ key, after }) => {
      if (!after || !key.startsWith(`CHECKOUT_ATTEMPT#${organizationId}#`)) return [];
      const browser = `${after.linkId} ${after.browser}`;
      const other = open.get(browser);
      const isOpen = (after.status === 'opening' || after.status === 'open') && after.givenUp !== true;
      if (isOpen) open.set(browser, after);
      else if (other?.attemptId === after.attemptId) open.delete(browser);
      const isOver = other?.status === 'opening' && (other.expiresAt as number) <= at + clockErrorMs;
      return isOpen && other && other.attemptId !== after.attemptId && !isOver
        ? [`${after.attemptId} was begun beside ${other.attemptId}`]
        : [];
    }),
  );
}

/** By what was committed before it: a clock may be wrong, so that no deadline is looked at. */
function attemptsBeginInTime({ organizationId }: Books, { witness }: World): string[] {
  const links = new Map<unknown, Item | undefined>();
  let organization: Item | undefined;
  return witness.commits.flatMap(({ changes, by }) => {
    const begun = changes.flatMap(({ key, after }) =>
      after?.version === 1 && key.startsWith(`CHECKOUT_ATTEMPT#${organizationId}#`) ? [after] : [],
    );
    const behind = begun.filter(
      ({ linkId }) => links.get(linkId)?.status !== 'sent' || organization?.status === 'suspended',
    );
    for (const { key, after } of changes) {
      if (key === `ORG#${organizationId} ORG`) organization = after;
      const [, linkId] = key.split(`CHECKOUT_LINK#${organizationId} `);
      if (linkId !== undefined) links.set(linkId, after);
    }
    return behind.map(
      ({ attemptId, linkId }) => `${by?.name} began ${attemptId} on ${linkId}, which took none any more`,
    );
  });
}
