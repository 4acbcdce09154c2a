import { format } from '../../../../shared/ground/table/format.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { compareWithHead, emptyLedger, followLedger } from '../../../../shared/records/books/ledger-chain.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const moneyInvariants: readonly Invariant[] = [
  { name: "the ledger adds up to the head's balances, row by row and without a gap", broken: ledgerChain },
  { name: 'no balance was ever below zero', broken: neverBelowZero },
  { name: 'every deposit has its ledger row and its event', broken: depositsBooked },
];

function ledgerChain({ rows, head }: Books): string[] {
  const { ledger, findings } = followLedger(emptyLedger, rows);
  const held = Object.entries(head.balances).filter(([, balance]) => balance.held !== 0n);
  return [
    ...findings,
    ...compareWithHead(ledger, head),
    ...held.map(([currency, balance]) => `${balance.held} ${currency} are held for nothing`),
  ];
}

function neverBelowZero({ organizationId }: Books, { witness }: World): string[] {
  return witness.history(`ORG#${organizationId} HEAD`).flatMap(({ item }) => {
    const { balances, version } = format(HeadEntity, item ?? {});
    return Object.entries(balances).flatMap(([currency, { available, held }]) =>
      available < 0n || held < 0n ? [`version ${version} of the head has ${available} ${currency}, ${held} held`] : [],
    );
  });
}

function depositsBooked({ deposits, rows, events }: Books): string[] {
  const booked = rows.filter(({ type }) => type === 'deposit').map(({ amount }) => amount.toString());
  // One that is held is in no balance yet.
  const completed = deposits.filter(({ status }) => status === 'completed');
  const wanted = completed.map(({ amount }) => amount.toString());
  const told = events.filter(({ type }) => type === 'deposit.completed').map(({ data }) => JSON.parse(data).depositId);
  const wrong = same(booked, wanted) ? [] : [`rows of ${booked}, deposits of ${wanted}`];
  return same(
    told,
    completed.map(({ depositId }) => depositId),
  )
    ? wrong
    : [...wrong, `events of ${told}`];
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}
