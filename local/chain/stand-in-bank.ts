import { corridorById } from '../../shared/corridors/catalog/find-corridor.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { systemClock, systemSleep } from '../../shared/ground/time/system-time.ts';
import type { PayoutRail } from '../../shared/ports/payout-rail.ts';
import type { Rails, WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Chains } from '../../shared/providers/evm/chains.ts';
import { vaultRail as vaultRailName } from '../../shared/providers/evm/vault/corridors.ts';
import { createListScreening } from '../../shared/providers/ofac/list-screening.ts';
import { rememberingRail } from '../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { outcomeFor, sandboxRegistration } from '../../shared/providers/sandbox/payouts/simulator.ts';
import { vaultRegistration } from '../../shared/providers/vault/catalog.ts';
import { vaultRail } from '../../shared/providers/vault/vault-rail.ts';
import { sampleListSource } from '../service/sample-list.ts';
import { standInCorridors } from './development-chain.ts';

interface Place extends Pick<WholeRuntime, 'log' | 'store'> {
  readonly memory: Store;
  readonly chains: Chains;
}

/** The name of the rail for live payouts on one machine. */
const standIn = 'stand-in';

/**
 * The rail that pays live organizations on one machine: a stand-in for a bank, which treats accounts as the sandbox
 * does and moves no money. Recipients are screened with the sample list, as a stage screens them with the current list.
 * Wallets are paid by the vault on the chain.
 * @param memory of what rails were sent, which is not the payments table
 */
export function liveRails({ memory, store, log, chains }: Place): Rails {
  const vault = vaultRail({ memory, store, chains, ids: createIds(), sleep: systemSleep });
  return {
    payouts: { [standIn]: standInBank(memory), [vaultRailName]: vault },
    registration: { [standIn]: sandboxRegistration, [vaultRailName]: vaultRegistration },
    screening: createListScreening({ source: sampleListSource, clock: systemClock, log }),
  };
}

function standInBank(memory: Store): PayoutRail {
  const outcomeOf: typeof outcomeFor = (account) => outcomeFor({ ...account, corridorId: accountsOf(account) });
  return { ...rememberingRail(memory, outcomeOf), corridors: () => standInCorridors };
}

/** The corridor whose accounts are paid through another corridor. */
function accountsOf({ corridorId }: Parameters<typeof outcomeFor>[0]): string {
  return corridorById(standInCorridors, corridorId)?.funding?.accountsOf ?? corridorId;
}
