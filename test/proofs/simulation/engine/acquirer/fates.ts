import type { ChargeDispute, ChargeRefund } from '../../../../../shared/ports/card-acquirer.ts';
import type { Dice } from '../dice.ts';
import type { Move } from './charge.ts';

const secondMs = 1_000;

interface Made {
  readonly externalId: string;
  readonly amount: bigint;
  /** Milliseconds. */
  readonly madeAt: number;
}

/** Everything that will happen to a charge by itself, drawn when it is made. Refunds that are asked for come on top. */
export function fateOf(dice: Dice, charge: Made): Move[] {
  const statuses = statusMoves(dice, charge);
  const last = statuses.at(-1);
  if (last?.status !== 'paid') return statuses;
  const paid = { ...charge, paidAt: last.at };
  return [...statuses, ...feeMoves(dice, paid), ...disputeMoves(dice, paid), ...foreignMoves(dice, paid)];
}

interface Paid extends Made {
  /** Milliseconds. */
  readonly paidAt: number;
}

function statusMoves(dice: Dice, { madeAt }: Made) {
  const paths = [
    ['paid'],
    ['paid'],
    ['paid'],
    ['paid'],
    ['pending', 'paid'],
    ['pending', 'paid'],
    // Read in between, it contradicts itself.
    ['paid', 'pending', 'paid'],
    ['pending', 'failed'],
    ['pending', 'failed', 'paid'],
    ['failed'],
  ] as const;
  const path = dice.pick(paths) ?? [];
  const times = timesFrom(dice, madeAt, path.length, 300);
  return path.map((status, index) => ({ at: times[index] as number, status }));
}

/** Known at once, later, or corrected later. */
function feeMoves(dice: Dice, { paidAt, amount }: Paid): Move[] {
  const times = timesFrom(dice, paidAt, 2, 200);
  const known = dice.pick([[0], [0], [1], [0, 1], []]) ?? [];
  return known.map((index) => ({ at: times[index] as number, fee: anyOf(dice, amount / 10n + 1n) }));
}

const disputePaths = [
  ['lost'],
  ['open', 'won'],
  ['open', 'lost'],
  ['open', 'lost'],
  ['inquiry', 'won'],
  ['inquiry', 'open', 'lost'],
] as const;

/** None, one or two at once, of any sum, whatever was refunded. */
function disputeMoves(dice: Dice, { externalId, paidAt, amount }: Paid): Move[] {
  const count = dice.pick([0, 0, 0, 1, 1, 2]) ?? 0;
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const path = dice.pick(disputePaths) ?? [];
    const sum = dice.chance(0.5) ? amount : anyOf(dice, amount);
    const times = timesFrom(dice, after(dice, paidAt, 250), path.length, 120);
    const disputeId = `dp_${externalId}_${index}`;
    const taken = (status: ChargeDispute['status']) => (status === 'open' || status === 'lost' ? sum : 0n);
    const moves = path.map((status, step) => ({
      at: times[step] as number,
      dispute: { disputeId, status, contestable: path.length > 1, taken: taken(status) },
    }));
    return dice.chance(0.1) ? [...moves, ...afterwards(dice, moves.at(-1))] : moves;
  });
}

/** What a lost one took changes once more. */
function afterwards(dice: Dice, last: { readonly at: number; readonly dispute: ChargeDispute } | undefined): Move[] {
  if (last?.dispute.status !== 'lost') return [];
  return [{ at: after(dice, last.at, 100), dispute: { ...last.dispute, taken: anyOf(dice, last.dispute.taken) } }];
}

/** Refunds that somebody makes at the acquirer itself. */
function foreignMoves(dice: Dice, { externalId, paidAt, amount }: Paid): Move[] {
  if (!dice.chance(0.2)) return [];
  const refund: ChargeRefund = {
    externalId: `rf_${externalId}`,
    status: dice.chance(0.5) ? 'succeeded' : 'pending',
    amount: anyOf(dice, amount),
  };
  const at = after(dice, paidAt, 250);
  return [{ at, foreignRefund: refund }, ...endOf(dice, refund, at)];
}

/** What becomes of a refund that the acquirer has accepted at a time. */
export function endOf(dice: Dice, { externalId, status }: ChargeRefund, at: number): Move[] {
  const end = dice.pick(
    status === 'pending' ? (['succeeded', 'failed'] as const) : (['failed', undefined, undefined] as const),
  );
  if (!end) return [];
  const first = after(dice, at, 300);
  const endsAs = (to: 'succeeded' | 'failed', when: number): Move => ({
    at: when,
    refundEnds: { externalId, status: to },
  });
  const isUndone = end === 'succeeded' && dice.chance(0.3);
  return [endsAs(end, first), ...(isUndone ? [endsAs('failed', after(dice, first, 300))] : [])];
}

/** Times of the steps of a path: the first at once, each other one some seconds after the one before. */
function timesFrom(dice: Dice, first: number, count: number, mostSeconds: number): number[] {
  const times = [first];
  while (times.length < count) times.push(after(dice, times.at(-1) as number, mostSeconds));
  return times;
}

function after(dice: Dice, ms: number, mostSeconds: number): number {
  return ms + secondMs * (5 + dice.below(mostSeconds));
}

/** From 1 up to the sum. */
export function anyOf(dice: Dice, sum: bigint): bigint {
  return sum <= 1n ? sum : 1n + BigInt(Math.floor(dice.next() * Number(sum)));
}
