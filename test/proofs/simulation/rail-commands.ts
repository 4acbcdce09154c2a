import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { DueWork } from '../../../shared/journal/due/due-work.ts';
import { unparkOne } from '../../../shared/journal/due/unpark-work.ts';
import { decideResending, resendRefs } from '../../../shared/payouts/lifecycle/resend-payout.ts';
import { type OperatorCommand, waitForAWhile } from './command.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import type { World } from './engine/world.ts';

/** What happens to the rail. */
export const railCommands: readonly OperatorCommand[] = [
  { name: 'the rail is out for hours', weight: 2, act: outForHours },
  { name: 'look at parked work', weight: 3, act: lookAtParkedWork },
];

const hourMs = 60 * 60_000;
const longestOutageHours = 5;
/** Turns in which payouts are made that find it out. */
const turns = 60;

async function outForHours(world: World, director: Director, dice: Dice) {
  const { rail, stage } = world;
  rail.isDown = true;
  stage.tell('the rail is out');
  await waitForAWhile(world, dice, turns);
  for (let hours = 1 + dice.below(longestOutageHours); hours > 0; hours -= 1) {
    stage.now += hourMs;
    await director.sweep();
    await waitForAWhile(world, dice);
  }
  rail.isDown = false;
  stage.tell('the rail is back');
}

/**
 * An operator looks at each payout whose work was parked, and asks the rail's people: what it knows goes on, what it was never
 * sent is sent. What it has paid and forgotten nobody can record yet.
 * @returns whether anything goes on
 */
export async function lookAtParkedWork(world: World): Promise<boolean> {
  const { witness, rail, service, stage } = world;
  const parked = witness
    .keys('DUE#')
    .map((key) => witness.current(key) as DueWork | undefined)
    .filter((row) => row?.kind === 'rails' && row.parkedAt !== undefined && !rail.hasForgotten(row.resourceId));
  for (const row of parked as DueWork[]) {
    const { organizationId, resourceId: payoutId } = row;
    const isKnown = rail.knows(payoutId);
    stage.tell(`the operator lets ${payoutId} ${isKnown ? 'go on' : 'be sent again'}`);
    await service.operate<unknown>('operator', (runtime) =>
      isKnown
        ? unparkOne(runtime, row)
        : decideAndCommit(runtime, {
            organizationId,
            reads: resendRefs(organizationId, payoutId),
            decide: decideResending,
          }),
    );
  }
  return parked.length > 0;
}
