import { balanceOf, HeadEntity } from '../../../shared/journal/head.ts';
import { format } from '../../../shared/table/store.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const moneyInvariants: readonly Invariant[] = [
  { name: "the ledger adds up to the head's balances, row by row", broken: ledgerChain },
  { name: 'ledger positions follow each other without a gap', broken: ledgerSequence },
  { name: 'no balance was ever below zero', broken: neverBelowZero },
  { name: 'every deposit has its ledger row and its event', broken: depositsBooked },
];

function ledgerChain({ rows, head }: Books): string[] {
  const sums = new Map<string, bigint>();
  const wrong: string[] = [];
  for (const { currency, amount, balanceAfter, sequence } of rows) {
    const sum = (sums.get(currency) ?? 0n) + amount;
    sums.set(currency, sum);
    if (balanceAfter !== sum) wrong.push(`row ${sequence} says ${balanceAfter} where ${sum} is right`);
  }
  const currencies = new Set([...sums.keys(), ...Object.keys(head.balances)]);
  for (const currency of currencies) {
    const { available, held } = balanceOf(head, currency);
    if (available !== (sums.get(currency) ?? 0n))
      wrong.push(`the head has ${available} ${currency}, not ${sums.get(currency)}`);
    if (held !== 0n) wrong.push(`${held} ${currency} are held for nothing`);
  }
  return wrong;
}

function ledgerSequence({ rows, head }: Books): string[] {
  const wrong = rows.flatMap(({ sequence }, index) =>
    sequence === index + 1 ? [] : [`row ${sequence} is number ${index + 1}`],
  );
  return head.ledgerSequence === rows.length
    ? wrong
    : [...wrong, `the head counts ${head.ledgerSequence} of ${rows.length} rows`];
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
  const wanted = deposits.map(({ amount }) => amount.toString());
  const told = events.filter(({ type }) => type === 'deposit.completed').map(({ data }) => JSON.parse(data).depositId);
  const wrong = same(booked, wanted) ? [] : [`rows of ${booked}, deposits of ${wanted}`];
  return same(
    told,
    deposits.map(({ depositId }) => depositId),
  )
    ? wrong
    : [...wrong, `events of ${told}`];
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}
