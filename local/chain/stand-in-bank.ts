import { corridorById } from '../../shared/corridors/catalog/find-corridor.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import { systemClock } from '../../shared/ground/time/clock.ts';
import type { PayoutRail } from '../../shared/ports/payout-rail.ts';
import type { Rails, WholeRuntime } from '../../shared/ports/runtime.ts';
import { createListScreening } from '../../shared/providers/ofac/list-screening.ts';
import { rememberingRail } from '../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { outcomeFor, sandboxRegistration } from '../../shared/providers/sandbox/payouts/simulator.ts';
import { sampleListSource } from '../sample-list.ts';
import { standInCorridors } from './development-chain.ts';

/** The name of the rail that live payouts of one machine go by. */
const standIn = 'stand-in';

/**
 * What live organizations of one machine are paid by: a stand-in for a bank, which does with an account what the sandbox does and moves no money.
 * Recipients are screened by the sample list, as on a stage by the list of the day.
 * @param memory of what it was sent: not the payments table
 */
export function standInRails(memory: Store, log: WholeRuntime['log']): Rails {
  return {
    payouts: { [standIn]: standInBank(memory) },
    registration: { [standIn]: sandboxRegistration },
    screening: createListScreening({ source: sampleListSource, clock: systemClock, log }),
  };
}

function standInBank(memory: Store): PayoutRail {
  const outcomeOf: typeof outcomeFor = (account) => outcomeFor({ ...account, corridorId: accountsOf(account) });
  return { ...rememberingRail(memory, outcomeOf), corridors: () => standInCorridors };
}

/** The corridor whose accounts a corridor pays. */
function accountsOf({ corridorId }: Parameters<typeof outcomeFor>[0]): string {
  return corridorById(standInCorridors, corridorId)?.funding?.accountsOf ?? corridorId;
}
