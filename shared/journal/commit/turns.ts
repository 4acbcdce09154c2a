import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, anyOf, atLeast, atMost, itemAbsent, lessThan, moreThan } from '../../ground/table/conditions.ts';
import { refTo, type UpdateExpression } from '../../ground/table/expressions.ts';
import { ConditionFailed, TransactionRefused } from '../../ground/table/refusals.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import type { Runtime } from '../../ports/runtime.ts';

/**
 * The last turn given in an organization. A process that wants to commit while others do takes a turn: a time slot that
 * follows the last one given and is as long as its commits take. A turn is not a lock: its holder may be late or die,
 * and only the version of the head decides (docs/adr/0008).
 */
export const TurnsEntity = new Entity({
  name: 'turns',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** End of the last turn given, in milliseconds. Turns are in use only while this time is in the future. */
    givenUntil: number(),
    /** Length of the last turn given, in milliseconds. The estimate for a process that has not committed yet. */
    pace: number(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'TURNS' }),
});

export type Turns = FormattedItem<typeof TurnsEntity>;

const firstPaceMs = 20;
/**
 * Longer than any process waits. A turn that ends later than this was given by a process with a wrong clock, and is
 * ignored.
 */
const maxAheadMs = 10_000;

export function turnsRef(organizationId: string) {
  return refTo(TurnsEntity, { organizationId });
}

/** Whether there are turns that have not ended. */
export function hasOpenTurns(turns: Turns | undefined, now: number): turns is Turns {
  return turns !== undefined && turns.givenUntil > now && turns.givenUntil <= now + maxAheadMs;
}

interface Wanted {
  readonly organizationId: string;
  /** The turns as they were read. */
  readonly turns: Turns | undefined;
  /** Milliseconds. A turn that starts later is useless. */
  readonly latest: number;
}

type TurnRuntime = Pick<Runtime, 'clock' | 'sleep' | 'store' | 'pace'>;

/**
 * Takes a turn and waits until it starts. Continues without a turn if the turns have changed too often.
 * @throws TransactionRefused when no turn starts in time
 */
export async function takeTurn(runtime: TurnRuntime, { organizationId, turns, latest }: Wanted): Promise<void> {
  const pace = runtime.pace.ms ?? turns?.pace ?? firstPaceMs;
  let known = turns;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = runtime.clock();
    const lastTurn = hasOpenTurns(known, now) ? known : undefined;
    if (lastTurn && lastTurn.givenUntil > latest) throw TransactionRefused.lost();
    try {
      const update = lastTurn ? nextTurn(pace, now, latest) : firstTurn(organizationId, pace, now);
      const { givenUntil } = await runtime.store.update(turnsRef(organizationId), update);
      return await runtime.sleep(Math.max(0, givenUntil - pace - runtime.clock()));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      known = error.item as Turns | undefined;
    }
  }
}

/** How often a process tries to get a turn. An attempt fails when the turns ended or started in the meantime. */
const maxTries = 3;

function nextTurn(pace: number, now: number, latest: number): UpdateExpression {
  const lastsUntil = allOf<Turns>(atLeast({ givenUntil: now + 1 }), atMost({ givenUntil: latest }));
  return updateOf<Turns>({ set: { pace }, add: { givenUntil: pace } }, lastsUntil);
}

function firstTurn(organizationId: string, pace: number, now: number): UpdateExpression {
  const hasEnded = lessThan<Turns>({ givenUntil: now + 1 });
  const isTooLong = moreThan<Turns>({ givenUntil: now + maxAheadMs });
  const set = { organizationId, givenUntil: now + pace, pace };
  return updateOf<Turns>({ set }, anyOf(itemAbsent, hasEnded, isTooLong));
}
