import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '../../../../local/table/item.ts';
import { formatAmount } from '../../../../shared/ground/money/money.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { sortable } from '../../../../shared/ground/table/table.ts';
import { comparedForm } from '../../../../shared/ground/text/compared-form.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { ledgerPosition } from '../../../../shared/journal/rows/balance-transaction.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { presentPayout } from '../../../../shared/payouts/payout/present-payout.ts';
import { presentEvent } from '../../../../shared/records/events/list-events.ts';
import { presentBalance } from '../../../../shared/records/ledger/present-balance.ts';
import { type Attempt, bodyOf, succeeded } from '../engine/operation.ts';
import type { Commit, Version } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { type Answered, answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const readInvariants: readonly Invariant[] = [
  { name: 'a page of the feed begins behind its cursor and skips nothing', broken: feedPages },
  { name: 'a page of the feed holds what was visible before it was asked for', broken: feedIsFresh },
  { name: 'a payout reads as it was at some moment of the reading', broken: ordersAreTrue },
  { name: 'a payout that was accepted is found', broken: ordersAreFound },
  { name: 'a page of the ledger shows rows as they are and skips none', broken: ledgerPages },
  { name: 'a balance reads as it was at some moment of the reading', broken: balancesAreTrue },
];

type Shape = ReturnType<typeof JSON.parse>;

interface Reading extends Answered {
  readonly body: Shape;
}

export function readings(books: Books, world: World, operation: string): Reading[] {
  return answersTo(operationsOf(books, world))
    .filter(({ operation: { endpoint }, answer }) => endpoint.operation === operation && succeeded(answer))
    .map((answered) => ({ ...answered, body: bodyOf(answered.answer) }));
}

function feedPages(books: Books, world: World): string[] {
  return readings(books, world, 'listEvents').flatMap(({ operation: { query }, attempt, body }) => {
    const since = Number(query.since ?? 0);
    const wanted = books.events.filter(
      ({ sequence, payoutId }) => sequence > since && (query.payoutId ?? payoutId) === payoutId,
    );
    const page = wanted.slice(0, body.data.length).map((event) => JSON.parse(JSON.stringify(presentEvent(event))));
    const nextSince = page.at(-1)?.sequence ?? since.toString();
    const isTrue = isDeepStrictEqual(body.data, page) && body.nextSince === nextSince;
    const seen = body.data.map(({ sequence }: Shape) => sequence);
    return isTrue ? [] : [`${attempt.invocation?.name} read ${seen} up to ${body.nextSince} behind ${since}`];
  });
}

function feedIsFresh(books: Books, world: World): string[] {
  return readings(books, world, 'listEvents').flatMap(({ operation: { query }, attempt, body }) => {
    const isFull = body.data.length === Number(query.limit ?? 100);
    if (isFull || query.payoutId) return [];
    const hidden = books.events.find(
      ({ sequence }) => !isVisible(world, `EVENT#${books.organizationId} ${sortable(sequence)}`, attempt.startedStep),
    );
    const visible = (hidden?.sequence ?? books.events.length + 1) - 1;
    return Number(body.nextSince) >= visible
      ? []
      : [`${attempt.invocation?.name} read up to ${body.nextSince} of ${visible}`];
  });
}

/** Whether every plain read that began at a step sees the item. */
export function isVisible({ witness }: World, key: Key, step: number): boolean {
  const created = witness.history(key)[0];
  return created !== undefined && created.commit.visibleSince < step;
}

function ordersAreTrue(books: Books, world: World): string[] {
  return [...readings(books, world, 'getOrder'), ...readings(books, world, 'listOrders')].flatMap(({ attempt, body }) =>
    ((body.data ?? [body]) as Shape[]).flatMap((payout) => {
      const key = `PAYOUT#${books.organizationId} ${payout.payoutId}`;
      const isTrue = versionsDuring(world, key, attempt).some(
        ({ item }) => item && isDeepStrictEqual(presented(presentPayout(format(PayoutEntity, item))), payout),
      );
      return isTrue
        ? []
        : [`${attempt.invocation?.name} read ${payout.payoutId} as it never was then: ${payout.status}`];
    }),
  );
}

/** An item as it was when a commit came. */
export function itemBefore(witness: World['witness'], key: Key, { step }: Commit): Item | undefined {
  return witness.history(key).findLast(({ commit }) => commit.step < step)?.item;
}

/** What a reading may have seen: versions that were not yet surely followed by another when it began. */
export function versionsDuring({ witness }: World, key: Key, { startedStep, endedStep = 0 }: Attempt): Version[] {
  const versions = witness.history(key);
  return versions.filter(({ commit }, index) => {
    const next = versions[index + 1];
    return commit.step <= endedStep && (next === undefined || next.commit.visibleSince >= startedStep);
  });
}

function ordersAreFound(books: Books, world: World): string[] {
  const visible = (attempt: Attempt, payoutId: string) =>
    isVisible(world, `PAYOUT#${books.organizationId} ${payoutId}`, attempt.startedStep);
  const missed = answersTo(operationsOf(books, world)).filter(
    ({ operation: { endpoint, pathParameters }, attempt, answer }) =>
      endpoint.operation === 'getOrder' && answer.status === 404 && visible(attempt, pathParameters.payoutId ?? ''),
  );
  const unlisted = readings(books, world, 'listOrders').flatMap(({ operation: { query }, attempt, body }) => {
    const wanted = books.payouts.filter(
      ({ payoutId, given: { reference } }) =>
        visible(attempt, payoutId) &&
        comparedForm(query.reference ?? reference ?? '') === comparedForm(reference ?? ''),
    );
    const found = new Set(body.data.map(({ payoutId }: Shape) => payoutId));
    if (body.nextCursor) return [];
    return wanted
      .filter(({ payoutId }) => !found.has(payoutId))
      .map(({ payoutId }) => `${attempt.invocation?.name} missed ${payoutId}`);
  });
  return [...missed.map(({ attempt }) => `${attempt.invocation?.name} was told that it does not exist`), ...unlisted];
}

function ledgerPages(books: Books, world: World): string[] {
  return readings(books, world, 'listBalanceTransactions').flatMap(({ operation: { query }, attempt, body }) => {
    const rows = books.rows.filter(({ payoutId }) => (query.orderId ?? payoutId) === payoutId).toReversed();
    const shown = body.data.map(({ amount, balanceAfter }: Shape) => `${amount} ${balanceAfter}`);
    const all = rows.map(
      ({ amount, balanceAfter, currency }) =>
        `${formatAmount(amount, currency)} ${formatAmount(balanceAfter, currency)}`,
    );
    // Of what is newer than a row that may still be hidden, nothing need be shown.
    const newest =
      1 +
      rows.findLastIndex(
        ({ at, sequence }) =>
          !isVisible(world, `LEDGER#${books.organizationId} ${ledgerPosition(at, sequence)}`, attempt.startedStep),
      );
    const isTrue = Array.from({ length: newest + 1 }, (_, from) => from).some((from) => {
      const page = all.slice(from, from + Number(query.limit));
      return isDeepStrictEqual(shown, page);
    });
    return isTrue ? [] : [`${attempt.invocation?.name} read ${shown.join('; ')}`];
  });
}

function balancesAreTrue(books: Books, world: World): string[] {
  const { organizationId } = books;
  const currency = world.organizations.find((of) => of.organizationId === organizationId)?.currency ?? '';
  return readings(books, world, 'getBalance').flatMap(({ attempt, body }) => {
    const heads = versionsDuring(world, `ORG#${organizationId} HEAD`, attempt);
    const isTrue = heads.some(({ item }) =>
      isDeepStrictEqual(presented(presentBalance(format(HeadEntity, item ?? {}), currency)), body),
    );
    return isTrue ? [] : [`${attempt.invocation?.name} read ${body.available}`];
  });
}

export function presented(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}
