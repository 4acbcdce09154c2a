import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, anyOf, atLeast, atMost, itemAbsent, lessThan, moreThan } from '../../ground/table/conditions.ts';
import { read, type UpdateExpression } from '../../ground/table/expressions.ts';
import { ConditionFailed, TransactionRefused } from '../../ground/table/refusals.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import type { Runtime } from '../../ports/runtime.ts';

/**
 * Who wants to commit while others do takes a turn: a time of its own, behind the last one given, as long as its commits
 * take. A turn is no lock: whoever holds it may be late or die, and the head's version alone decides (docs/adr/0008).
 */
export const TurnsEntity = new Entity({
  name: 'turns',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** End of the last turn given, milliseconds. Turns are had only while it lies ahead. */
    givenUntil: number(),
    /** Length of the last turn given, milliseconds: a guess for who has not committed yet. */
    pace: number(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'TURNS' }),
});

export type Turns = FormattedItem<typeof TurnsEntity>;

const firstPaceMs = 20;
/** Longer than anybody waits: a line that ends later was begun by a clock that is wrong, and holds up nobody. */
const longestLineMs = 10_000;

export function turnsRead(organizationId: string) {
  return read(TurnsEntity, { organizationId });
}

/** Whether others wait already. */
export function isBusy(turns: Turns | undefined, now: number): turns is Turns {
  return turns !== undefined && turns.givenUntil > now && turns.givenUntil <= now + longestLineMs;
}

interface Wanted {
  readonly organizationId: string;
  /** As they were read. */
  readonly turns: Turns | undefined;
  /** A turn that begins later is of no use, milliseconds. */
  readonly latest: number;
}

type TurnRuntime = Pick<Runtime, 'clock' | 'sleep' | 'store' | 'pace'>;

/**
 * Waits for a turn of one's own.
 * @throws TransactionRefused when none begins in time
 */
export async function takeTurn(runtime: TurnRuntime, { organizationId, turns, latest }: Wanted): Promise<void> {
  const pace = runtime.pace.ms ?? turns?.pace ?? firstPaceMs;
  let known = turns;
  for (let guess = 0; guess < guesses; guess += 1) {
    const now = runtime.clock();
    const line = isBusy(known, now) ? known : undefined;
    if (line && line.givenUntil > latest) throw TransactionRefused.lost();
    try {
      const update = line ? joinLine(pace, now, latest) : beginLine(organizationId, pace, now);
      const { givenUntil } = await runtime.store.update(turnsRead(organizationId), update);
      return await runtime.sleep(Math.max(0, givenUntil - pace - runtime.clock()));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      known = error.item as Turns | undefined;
    }
  }
}

/** A line ends or begins while one looks; who guesses wrong so often goes without a turn. */
const guesses = 3;

function joinLine(pace: number, now: number, latest: number): UpdateExpression {
  const lastsUntil = allOf<Turns>(atLeast({ givenUntil: now + 1 }), atMost({ givenUntil: latest }));
  return updateOf<Turns>({ set: { pace }, add: { givenUntil: pace } }, lastsUntil);
}

function beginLine(organizationId: string, pace: number, now: number): UpdateExpression {
  const hasEnded = lessThan<Turns>({ givenUntil: now + 1 });
  const isTooLong = moreThan<Turns>({ givenUntil: now + longestLineMs });
  const set = { organizationId, givenUntil: now + pace, pace };
  return updateOf<Turns>({ set }, anyOf(itemAbsent, hasEnded, isTooLong));
}
