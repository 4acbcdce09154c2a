import { isDeepStrictEqual } from 'node:util';
import { corridorById } from '../../../../shared/corridors/catalog/find-corridor.ts';
import { recipientPartition } from '../../../../shared/corridors/recipients/recipient.ts';
import type { BalanceTransaction } from '../../../../shared/journal/rows/balance-transaction.ts';
import { ledgerPosition } from '../../../../shared/journal/rows/balance-transaction.ts';
import type { Payout } from '../../../../shared/payouts/payout/payout.ts';
import { presentPayoutEvent } from '../../../../shared/payouts/payout/present-payout.ts';
import { payoutTransitions, type ShownStatus, shownStatus } from '../../../../shared/payouts/payout/transitions.ts';
import type { PayoutInstruction } from '../../../../shared/ports/payout-rail.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';
import { outcomeOfAccount } from '../../../../shared/providers/sandbox/payouts/outcomes.ts';
import { lastStep } from '../../../../shared/providers/sandbox/payouts/timeline.ts';
import { withItsAccounts } from '../engine/simulated-rail.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const payoutInvariants: readonly Invariant[] = [
  { name: 'every payout has exactly its ledger rows', broken: ledgerRows },
  { name: 'every payout has exactly its events, and every transition stands in the table', broken: transitions },
  { name: 'the event sequence has no gap and no double', broken: eventSequence },
  { name: 'every payout ended as the rail says', broken: endings },
  { name: 'the rail was told of accepted payouts only, each under one key', broken: railKnowsPayouts },
  { name: 'the rail paid no payout twice', broken: paidOnce },
];

function ledgerRows({ payouts, rows }: Books): string[] {
  const strangers = rows.filter(({ payoutId }) => payoutId && !payouts.some((payout) => payout.payoutId === payoutId));
  return [
    ...strangers.map(({ sequence, payoutId }) => `row ${sequence} is of ${payoutId}, which does not exist`),
    ...payouts.flatMap((payout) =>
      ledgerOf(
        payout,
        rows.filter(({ payoutId }) => payoutId === payout.payoutId),
      ),
    ),
  ];
}

function ledgerOf(payout: Payout, rows: readonly BalanceTransaction[]): string[] {
  const { payoutId, sourceAmount, fundsReturned, ledgerPositions, requiresFunding } = payout;
  // What an organization sends itself is in no balance.
  const wanted = requiresFunding
    ? []
    : [`payout ${-sourceAmount}`, ...(fundsReturned ? [`payout_return ${sourceAmount}`] : [])];
  const found = rows.map(({ type, amount }) => `${type} ${amount}`);
  const wrong = isDeepStrictEqual(found, wanted) ? [] : [`${payoutId} has ${found}, not ${wanted}`];
  const positions = rows.map(({ at, sequence }) => ledgerPosition(at, sequence));
  return isDeepStrictEqual(positions, ledgerPositions)
    ? wrong
    : [...wrong, `${payoutId} names other rows than its own`];
}

function transitions({ payouts, events }: Books): string[] {
  return payouts.flatMap((payout) => {
    const { payoutId, status, eventSequences } = payout;
    const own = events.filter((event) => event.payoutId === payoutId);
    // The end of its approval tells of it too.
    const moves = own.filter(({ type }) => type.startsWith('payout.'));
    const path = moves.map(({ type }) => type.replace('payout.', '') as ShownStatus);
    const isPath = path.every((next, index) =>
      index === 0 ? next === 'pending' : payoutTransitions[path[index - 1] as ShownStatus].includes(next),
    );
    const last = moves.at(-1);
    // Nobody is told that its money has come: it is pending still.
    const isQuiet = payout.requiresFunding && moves.length === 1;
    const tells =
      isQuiet ||
      (last && isDeepStrictEqual(JSON.parse(last.data), JSON.parse(JSON.stringify(presentPayoutEvent(payout)))));
    return [
      ...(isPath && path.at(-1) === shownStatus(status) ? [] : [`${payoutId} is ${status}, its events say ${path}`]),
      ...(tells ? [] : [`the last event of ${payoutId} shows another payout`]),
      ...(isDeepStrictEqual(
        own.map(({ sequence }) => sequence),
        eventSequences,
      )
        ? []
        : [
            `${payoutId} names the events ${eventSequences}, its own are ${own.map(({ type, sequence }) => `${sequence} ${type}`)}`,
          ]),
    ];
  });
}

function eventSequence({ events, head, payouts }: Books): string[] {
  const wrong = events.flatMap(({ sequence }, index) =>
    sequence === index + 1 ? [] : [`event ${sequence} is number ${index + 1}`],
  );
  const strangers = events.filter(
    ({ payoutId }) => payoutId && !payouts.some((payout) => payout.payoutId === payoutId),
  );
  return [
    ...wrong,
    ...(head.sequence === events.length ? [] : [`the head counts ${head.sequence} of ${events.length} events`]),
    ...strangers.map(({ sequence }) => `event ${sequence} is of a payout that does not exist`),
  ];
}

/** The simulated rail settles everything within seconds, and the run ends long after. What it has forgotten stays parked. */
function endings({ payouts, due }: Books, { rail, witness }: World): string[] {
  const isParked = (id: string) => due.some(({ resourceId, parkedAt }) => resourceId === id && parkedAt !== undefined);
  const wasBlocked = ({ organizationId, recipientId }: Payout) =>
    witness
      .history(`${recipientPartition(organizationId)} ${recipientId}`)
      .some(({ item }) => item?.status === 'blocked');
  return payouts.flatMap((payout) => {
    const { payoutId, status, failureCode } = payout;
    const instruction = rail.sent.get(payoutId);
    if (!instruction && failureCode === 'compliance_rejected' && wasBlocked(payout)) return [];
    if (!instruction && payout.funding && payout.funding.fundedAt === undefined) return [];
    if (!instruction) return [`${payoutId} is ${status} and was never sent`];
    if (rail.hasForgotten(payoutId) && isParked(payoutId)) return [];
    const last = lastWord(instruction);
    return last === status ? [] : [`${payoutId} is ${status}, the rail says ${last}`];
  });
}

function lastWord(instruction: PayoutInstruction): string {
  const { corridorId, recipientDetails } = withItsAccounts(instruction);
  const corridor = corridorById(sandboxCorridors, corridorId);
  if (!corridor) throw new Error(`no corridor ${corridorId}`);
  return lastStep(outcomeOfAccount(corridor, recipientDetails).timeline).status;
}

function railKnowsPayouts({ organizationId }: Books, { rail, witness, organizations }: World): string[] {
  // The rail is not told of organizations: what it knows is looked at once, with the first of them.
  if (organizations[0]?.organizationId !== organizationId) return [];
  const payouts = witness.keys('PAYOUT#').filter((key) => witness.current(key));
  const ids = new Set(payouts.map((key) => key.split(' ')[1]));
  return [...rail.sent.keys()].filter((key) => !ids.has(key)).map((key) => `the rail paid ${key}`);
}

function paidOnce({ payouts }: Books, { rail }: World): string[] {
  return payouts.flatMap(({ payoutId }) =>
    rail.timesPaid(payoutId) > 1 ? [`${payoutId} was paid ${rail.timesPaid(payoutId)} times`] : [],
  );
}
