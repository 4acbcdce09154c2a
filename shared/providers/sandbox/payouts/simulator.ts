import { corridorById } from '../../../corridors/catalog/find-corridor.ts';
import type { AccountRegistration } from '../../../ports/account-registration.ts';
import type { RecipientDetails } from '../../../ports/corridor.ts';
import type { PayoutInstruction, PayoutRail, RailStatus } from '../../../ports/payout-rail.ts';
import type { Screening } from '../../../ports/screening.ts';
import { sandboxCorridors } from '../corridors/catalog.ts';
import { outcomeOfAccount, type SandboxOutcome } from './outcomes.ts';
import { sandboxPrices } from './prices.ts';
import { statusAt } from './timeline.ts';

interface Account {
  readonly corridorId: string;
  readonly recipientDetails: RecipientDetails;
}

/** Only this service names corridors, so an unknown one is the service's own error. */
export function outcomeFor({ corridorId, recipientDetails }: Account): SandboxOutcome {
  const corridor = corridorById(sandboxCorridors, corridorId);
  if (!corridor) throw new Error(`the sandbox has no corridor ${corridorId}`);
  return outcomeOfAccount(corridor, recipientDetails);
}

/**
 * Nothing is stored: the status of a payout follows from its instruction and the time. A second submission of a key
 * therefore cannot pay twice, and a crash or restart does not change a payout's outcome.
 */
async function statusOf(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
  const { timeline } = outcomeFor(instruction);
  return statusAt(timeline, nowMs - instruction.acceptedAt);
}

/**
 * The rail of sandbox organizations (specification, What the service does, 8). The account number selects what happens;
 * `sandboxOutcomes` is the table. This one has no memory: a payout that it is asked about counts as submitted, and it
 * cannot list what it was sent. Code that sends payouts uses `rememberingRail`. After a pause it reports only the
 * current status, which may be several statuses later.
 * @throws Error for a corridor that does not belong to the sandbox
 */
export const sandboxRail: PayoutRail = {
  rememberKeysForMs: Number.POSITIVE_INFINITY,
  ...sandboxPrices,
  submit: statusOf,
  status: statusOf,
  async since() {
    throw new Error('the sandbox has no memory here');
  },
};

/** Refuses the accounts whose outcome says so. @throws Error for a corridor that does not belong to the sandbox */
export const sandboxScreening: Screening = {
  async screen(account) {
    return outcomeFor(account).error === 'PAYOUT_REFUSED' ? 'refused' : 'clear';
  },
};

/**
 * Is unavailable for the accounts whose outcome says so. @throws Error for a corridor that does not belong to the
 * sandbox
 */
export const sandboxRegistration: AccountRegistration = {
  async register(account) {
    const { error } = outcomeFor(account);
    return error === 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE' ? 'unavailable' : 'registered';
  },
};
