import { format } from '../../../../shared/ground/table/format.ts';
import { type FundingTransfer, FundingTransferEntity } from '../../../../shared/payouts/funding/transfer.ts';
import { isComplete } from '../../../../shared/payouts/payout/funding.ts';
import type { Director } from '../engine/director.ts';
import { Operator } from '../engine/operator.ts';
import type { World } from '../engine/world.ts';
import { lookAtParkedWork } from '../rail-commands.ts';
import { awaiting } from './awaiting.ts';
import { allowFunding, resumeToken } from './chain-commands.ts';

const thirtyOneDaysMs = 31 * 24 * 60 * 60_000;
/** More than all payouts of a story. */
const plenty = 100_000;

/** Operators let everything go on that waits for them. @returns whether anything goes on */
export async function settleFunding(world: World): Promise<boolean> {
  const helped = await lookAtParkedWork(world);
  const isPaused = pausesOf(world).some((pause) => pause?.pausedAt !== undefined);
  if (isPaused) await resumeToken(world);
  const waiting = awaiting(world).filter(({ funding }) => isComplete(funding));
  if (waiting.length > 0) await allowFunding(world, world.dice, plenty);
  const parked = parkedTransfers(world);
  for (const { organizationId, payoutId } of parked) await new Operator(world, 'ada').judge(organizationId, payoutId);
  return helped || isPaused || waiting.length > 0 || parked.length > 0;
}

/** So long passes that every payout ends which nobody has funded. */
export async function endAwaiting(world: World, director: Director, look: () => Promise<boolean>): Promise<void> {
  world.stage.now += thirtyOneDaysMs;
  world.stage.tell('a month passes');
  await director.play([director.sweep()]);
  await director.settle(async () => {}, look);
}

function pausesOf({ witness }: World) {
  return witness.keys('TOKEN_PAUSE#').map((key) => witness.current(key));
}

function parkedTransfers({ witness }: World): FundingTransfer[] {
  return witness.keys('FUNDING#').flatMap((key) => {
    const item = witness.current(key);
    return item?.state === 'parked' ? [format(FundingTransferEntity, item)] : [];
  });
}
